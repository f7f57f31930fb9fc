[
  (handler) (chain) (responses) (block) (fields) (enum) (union) (channel) (render) (configuration) (test)
  (parameters) (arguments) (list)
] @indent.begin

["}" ")" "]"] @indent.branch
