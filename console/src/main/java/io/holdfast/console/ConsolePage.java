package io.holdfast.console;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The page as it is at a moment. */
final class ConsolePage {

  private final Beans beans;
  private final Instant now;

  ConsolePage(Beans beans, Instant now) {
    this.beans = beans;
    this.now = now;
  }

  /**
   * Writes it.
   *
   * @param encoder adds to an address what protects its form from forged requests
   * @param outcome of the last action: a plus or a minus, and a text; empty if there was none
   * @param asked whose sessions are shown
   */
  String html(UnaryOperator<String> encoder, String outcome, Asked asked) {
    Html html = new Html();
    Instant seconds = now.truncatedTo(ChronoUnit.SECONDS);
    html.open("html", "lang", "en");
    head(html);
    html.open("body");
    html.open("header")
        .element("h1", "Holdfast")
        .open("p")
        .text("Sessions of %s, at ".formatted(beans.tomcat()))
        .element("time", seconds.toString(), "datetime", seconds.toString())
        .close()
        .close();
    html.open("main");
    outcome(html, outcome);
    components(html, encoder, asked);
    html.close().close().close();
    return "<!DOCTYPE html>\n" + html;
  }

  private static void head(Html html) {
    html.open("head")
        .empty("meta", "charset", "UTF-8")
        .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
        .element("title", "Holdfast")
        .empty("link", "rel", "stylesheet", "href", "console.css")
        .empty("link", "rel", "icon", "href", "icon.svg", "type", "image/svg+xml")
        .element("script", "", "src", "console.js", "defer", "")
        .close();
  }

  private static void outcome(Html html, String outcome) {
    if (outcome.length() > 1) {
      html.element(
          "p",
          outcome.substring(1),
          "role",
          "status",
          "id",
          "outcome",
          "class",
          outcome.startsWith("+") ? "done" : "trouble");
    }
  }

  private void components(Html html, UnaryOperator<String> encoder, Asked asked) {
    ComponentArticle article = new ComponentArticle(beans, now, encoder, asked);
    List<Bean> applications = beans.applications();
    List<Bean> signOns = beans.signOns();
    List<Bean> all = new ArrayList<>(applications);
    all.addAll(signOns);
    if (!all.isEmpty()) {
      Verdict verdict = Verdict.of(all);
      html.element(
          "p", verdict.text(), "id", "verdict", "class", verdict.isWell() ? "done" : "trouble");
    }
    applications.forEach(manager -> article.writeApplication(html, manager));
    signOns.forEach(valve -> article.writeSignOn(html, valve));
    if (all.isEmpty()) {
      html.element("p", "No application of this Tomcat leaves its sessions to Holdfast.");
    }
  }
}
