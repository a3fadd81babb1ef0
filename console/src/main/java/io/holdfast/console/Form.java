package io.holdfast.console;

import java.util.function.UnaryOperator;

/** A form with one button that asks for an action on an application. */
final class Form {

  private static final String TARGET = "act.jsp";

  private final Html html;

  /**
   * Begins it.
   *
   * @param encoder adds to its address what protects it from forged requests
   */
  Form(Html html, UnaryOperator<String> encoder, Bean application, String action) {
    this.html = html;
    String name = application.name().getCanonicalName();
    html.open("form", "method", "post", "action", encoder.apply(TARGET));
    hidden("action", action);
    hidden("application", name);
  }

  Form hidden(String name, String value) {
    html.empty("input", "type", "hidden", "name", name, "value", value);
    return this;
  }

  Form text(String label, String name, String value) {
    html.open("label")
        .text(label)
        .empty("input", "type", "text", "name", name, "value", value, "autocomplete", "off")
        .close();
    return this;
  }

  /** Its button, and the end of it. */
  void button(String text, String id) {
    html.element("button", text, "type", "submit", "id", id).close();
  }

  /** The same for a button that changes nothing. */
  void harmless(String text, String id) {
    html.element("button", text, "type", "submit", "id", id, "class", "harmless").close();
  }
}
