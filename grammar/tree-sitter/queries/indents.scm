[
  (handler) (chain) (fields) (enum) (union) (channel) (render) (configuration) (test)
  (parameters) (arguments) (list)
] @indent.begin

["}" ")" "]"] @indent.branch
