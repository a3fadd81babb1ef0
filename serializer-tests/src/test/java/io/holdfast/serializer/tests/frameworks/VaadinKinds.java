package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;

/** Vaadin's session with a view, after its own servlet has answered the requests of a browser. */
final class VaadinKinds {

  private VaadinKinds() {}

  static List<Kind> all() {
    VaadinFlow server = new VaadinFlow();
    VaadinFlow.Browser browser = server.open();
    server.click(browser);
    return List.of(
        new Kind(
            "Vaadin session", server::session, (written, read) -> goesOn(read, browser.next())));
  }

  /** Whether a second click, at another server, finds the view as it was after the first. */
  private static boolean goesOn(Object session, VaadinFlow.Browser browser) {
    VaadinFlow server = new VaadinFlow();
    server.take(session);
    return server.click(browser).equals("2");
  }
}
