(handler name: (name) @local.definition)
(chain name: (name) @local.definition)
(screen name: (name) @local.definition)
(action name: (name) @local.definition)
(flag name: (name) @local.definition)

(use name: (name) @local.reference)
(step name: (name) @local.reference)
(reference . (name) @local.reference)
