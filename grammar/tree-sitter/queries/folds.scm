[
  (handler) (chain) (responses) (block) (model) (enum) (union) (channel) (render) (configuration) (test) (invariant)
  (fields)
  (raw_string) (block_comment)
] @fold
