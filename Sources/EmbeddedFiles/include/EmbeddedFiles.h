// Files of `Sources` that the program contains. `#embed` reads them when it is compiled, so git has no copies of them.
#pragma once

#include <stddef.h>

/// The bytes of files, each followed by a zero byte.
typedef struct {
  const unsigned char *_Nonnull start;
  size_t count;
} EmbeddedFiles;

/// The run-time support of generated Swift.
EmbeddedFiles embedded_swift_runtime(void);

/// The run-time support of generated TypeScript.
EmbeddedFiles embedded_typescript_runtime(void);

/// The language reference.
EmbeddedFiles embedded_reference(void);

/// The page that explains the codes of findings.
EmbeddedFiles embedded_findings(void);

/// The page that `bascule page` writes.
EmbeddedFiles embedded_page(void);
