[
  (handler) (chain) (responses) (block) (model) (enum) (union) (channel) (render) (configuration) (test) (fields)
  (raw_string) (block_comment)
] @fold
