#pragma once
#include <gio/gio.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <libsoup/soup.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

/* `stdout` is a variable, which Swift 6 does not allow to be read. */
static inline void print_lines_at_once(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

/* Functions with variable arguments cannot be called from Swift. */
static inline WebKitWebView *new_web_view(WebKitWebContext *context, WebKitUserContentManager *manager) {
  return WEBKIT_WEB_VIEW(g_object_new(
    WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, NULL));
}

/* The second web view of a window that the page of the first opens. */
static inline WebKitWebView *new_related_web_view(WebKitWebView *opener, WebKitUserContentManager *manager) {
  return WEBKIT_WEB_VIEW(g_object_new(
    WEBKIT_TYPE_WEB_VIEW, "related-view", opener, "user-content-manager", manager, NULL));
}
