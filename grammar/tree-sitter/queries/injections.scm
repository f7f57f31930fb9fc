; The JavaScript of scripts

(script
  source: (raw_string (raw_text) @injection.content)
  (#set! injection.language "javascript"))
