; For Helix. A line is indented once for all nodes that begin in the same line.

[
  (handler) (chain) (responses) (block) (fields) (enum) (union) (channel) (render) (configuration) (test)
  (invariant)
  (parameters) (arguments) (list) (page_values) (page_object) (rule) (test_case)
] @indent

["}" ")" "]"] @outdent
