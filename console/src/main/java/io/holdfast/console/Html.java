package io.holdfast.console;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Writes HTML. Whatever comes from outside goes through {@link #text} or the value of an attribute,
 * which escape it; names of elements and attributes are constants of the callers.
 */
final class Html {

  private static final Map<Character, String> ESCAPED =
      Map.of('<', "&lt;", '>', "&gt;", '&', "&amp;", '"', "&quot;", '\'', "&#39;");

  private final StringBuilder written = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element.
   *
   * @param attributes names and values in turn
   */
  Html open(String element, String... attributes) {
    begin(element, attributes);
    open.push(element);
    return this;
  }

  /** Ends the element that was begun last. */
  Html close() {
    written.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element without an end, such as an input. */
  Html empty(String element, String... attributes) {
    begin(element, attributes);
    return this;
  }

  /** An element that holds a text. */
  Html element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** A text. */
  Html text(String text) {
    escape(text);
    return this;
  }

  private void begin(String element, String... attributes) {
    written.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      written.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      written.append('"');
    }
    written.append('>');
  }

  /** Characters that HTML does not have become question marks. */
  private void escape(String text) {
    text.codePoints()
        .forEach(
            c -> {
              String escaped = c < 128 ? ESCAPED.get((char) c) : null;
              if (escaped != null) {
                written.append(escaped);
              } else {
                written.appendCodePoint(isOfHtml(c) ? c : '?');
              }
            });
  }

  private static boolean isOfHtml(int c) {
    return c == '\n' || (!Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE);
  }

  /** All that was written. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not ended: " + open);
    }
    return written.toString();
  }
}
