package io.holdfast.benchmarks.report;

/** A picture that is drawn from top to bottom. */
final class Svg {

  private final StringBuilder body = new StringBuilder();

  void text(String style, long x, int y, String text) {
    draw(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>"
            .formatted(style, x, y, text.replace("&", "&amp;").replace("<", "&lt;")));
  }

  void draw(String element) {
    body.append(element).append('\n');
  }

  /**
   * The file's content.
   *
   * @param styles beside those of texts and titles
   */
  String content(int width, int height, String styles) {
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d">
        <style>
        text { font: 12px sans-serif; fill: #7d8590; }
        .title { font-weight: bold; font-size: 13px; }
        %3$s</style>
        %4$s</svg>
        """
        .formatted(width, height, styles, body);
  }
}
