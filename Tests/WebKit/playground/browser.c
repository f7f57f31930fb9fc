// A web view of WebKitGTK that opens a page, and then runs the scripts that it reads.
//
//     browser ADDRESS
//
// Each line of the standard input is the body of an asynchronous function in JavaScript. Its value is printed as one
// line of JSON: {"value": …} or {"error": "…"}. The program ends with its input.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webkit2/webkit2.h>

static WebKitWebView *view;
static gboolean is_loaded = FALSE;

static void read_next(void);

static void print_error(const char *message) {
  char *quoted = g_strescape(message, NULL);
  printf("{\"error\": \"%s\"}\n", quoted);
  fflush(stdout);
  g_free(quoted);
}

static void evaluated(GObject *source, GAsyncResult *result, gpointer unused) {
  GError *error = NULL;
  JSCValue *value = webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(source), result, &error);
  if (value == NULL) {
    print_error(error->message);
    g_error_free(error);
  } else {
    char *json = jsc_value_to_json(value, 0);
    printf("{\"value\": %s}\n", json == NULL ? "null" : json);
    fflush(stdout);
    g_free(json);
    g_object_unref(value);
  }
  read_next();
}

static gboolean next_line(GIOChannel *channel, GIOCondition condition, gpointer unused) {
  char *line = NULL;
  if (g_io_channel_read_line(channel, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) {
    gtk_main_quit();
    return FALSE;
  }
  webkit_web_view_call_async_javascript_function(view, line, -1, NULL, NULL, NULL, NULL, evaluated, NULL);
  g_free(line);
  return FALSE;
}

static void read_next(void) {
  static GIOChannel *input = NULL;
  if (input == NULL) {
    input = g_io_channel_unix_new(0);
  }
  if (g_io_channel_get_buffer_condition(input) & G_IO_IN) {
    next_line(input, G_IO_IN, NULL);
  } else {
    g_io_add_watch(input, G_IO_IN | G_IO_HUP, next_line, NULL);
  }
}

static void load_changed(WebKitWebView *unused, WebKitLoadEvent event, gpointer data) {
  if (event != WEBKIT_LOAD_FINISHED || is_loaded) return;
  is_loaded = TRUE;
  read_next();
}

int main(int count, char **arguments) {
  if (count != 2 || !gtk_init_check(&count, &arguments)) {
    fprintf(stderr, "usage: browser ADDRESS (with a display)\n");
    return 2;
  }
  // The virtual display has no resolution, and letters would be millions of pixels high.
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", 96 * 1024, NULL);
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_default_size(GTK_WINDOW(window), 1280, 800);
  view = WEBKIT_WEB_VIEW(webkit_web_view_new());
  webkit_settings_set_enable_write_console_messages_to_stdout(webkit_web_view_get_settings(view), FALSE);
  g_signal_connect(view, "load-changed", G_CALLBACK(load_changed), NULL);
  gtk_container_add(GTK_CONTAINER(window), GTK_WIDGET(view));
  gtk_widget_show_all(window);
  webkit_web_view_load_uri(view, arguments[1]);
  gtk_main();
  return 0;
}
