;; -*- lexical-binding: t -*-
;; Runs in a batch Emacs with eglot, set up by the lines of the documentation (BASCULE_SETUP): attaches the
;; server to a buffer, and writes the results to the file that BASCULE_RESULT names.
(package-initialize)
(require 'eglot)

(load (getenv "BASCULE_SETUP"))
;; Only a server that hangs reaches these limits, which are shorter than the limit of the test.
(setq eglot-sync-connect 300
      eglot-connect-timeout 300
      jrpc-default-request-timeout 300
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil)

(defvar result '())

(defun note (format-string &rest values)
  (push (apply #'format format-string values) result))

(defun wait-for (condition)
  (let ((end (+ (float-time) 300)))
    (while (and (< (float-time) end) (not (funcall condition)))
      (accept-process-output nil 0.05))
    (unless (funcall condition) (error "waited in vain"))))

(condition-case problem
    (progn
      (find-file (expand-file-name "store.bascule" (getenv "BASCULE_FOLDER")))
      (note "mode %s" major-mode)
      (apply #'eglot (eglot--guess-contact))
      (wait-for #'eglot-current-server)
      (flymake-start)
      (wait-for #'flymake-diagnostics)
      (dolist (diagnostic (flymake-diagnostics))
        (note "diagnostic %d %s"
              (line-number-at-pos (flymake-diagnostic-beg diagnostic))
              (flymake-diagnostic-text diagnostic)))
      (goto-char (point-min))
      (search-forward "present Product")
      (backward-char)
      (note "hover %s"
            (plist-get
             (plist-get (jsonrpc-request (eglot-current-server) :textDocument/hover
                                         (eglot--TextDocumentPositionParams))
                        :contents)
             :value))
      (eglot-rename "Ware")
      (goto-char (point-min))
      (search-forward "Shopp")
      (delete-char -1)
      (eglot-format-buffer)
      ;; A batch Emacs is never idle, but eglot sends changes to the server only then.
      (eglot--signal-textDocument/didChange)
      (wait-for (lambda () (flymake-start) (null (flymake-diagnostics))))
      (note "text %s" (buffer-substring-no-properties (point-min) (point-max)))
      (let ((shown nil))
        (cl-letf (((symbol-function 'eglot-handle-notification)
                   (cl-function (lambda (_ method &key message &allow-other-keys)
                                  (when (eq method 'window/showMessage) (setq shown message))))))
          (bascule-trace "https://a.example/other")
          (wait-for (lambda () shown)))
        (note "trace %s" shown))
      ;; Enter indents.
      (goto-char (point-min))
      (search-forward "otherwise")
      (beginning-of-line)
      (open-line 1)
      (let ((separator nil))
        (dolist (line '("when path == \"/a\"" "present Ware(id: path[1])" "cancel"
                        "when path == \"/b\"" "&& path == \"/c\"" "cancel"
                        "when host in [" "\"a\"" "] cancel"))
          (when separator (newline-and-indent))
          (setq separator t)
          (insert line)
          (indent-according-to-mode)
          (end-of-line)))
      (note "typed %s" (buffer-substring-no-properties (point-min) (point-max)))
      (eglot-shutdown (eglot-current-server))
      (note "stopped"))
  (error (note "error %S" problem)))

(with-temp-file (getenv "BASCULE_RESULT")
  (insert (mapconcat #'identity (nreverse result) "\n")))
