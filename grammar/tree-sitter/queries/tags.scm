(chain name: (name) @name) @definition.function
(responses name: (name) @name) @definition.function
(handler name: (name) @name) @definition.function
(screen name: (name) @name) @definition.class
(action name: (name) @name) @definition.function
(model name: (name) @name) @definition.class
(enum name: (name) @name) @definition.class
(union name: (name) @name) @definition.class
(strategy name: (name) @name) @definition.function
(event name: (name) @name) @definition.function
(call name: (name) @name) @definition.function
(configuration name: (name) @name) @definition.module
(invariant name: (name) @name) @definition.module

(use name: (name) @name) @reference.call
(step name: (name) @name) @reference.call
(act name: (name) @name) @reference.call
