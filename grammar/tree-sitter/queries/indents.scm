[
  (handler) (chain) (responses) (block) (fields) (enum) (union) (channel) (render) (configuration) (test)
  (invariant)
  (parameters) (arguments) (list)
] @indent.begin

["}" ")" "]"] @indent.branch
