package io.holdfast.serializer.tests.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;

/** What Vaadin itself makes of its session, as docs/frameworks.md says. */
final class VaadinFlowTest {

  @Test
  void sessionWhenInProductionModeThenIsCopiedWithItsViews() {
    VaadinFlow server = new VaadinFlow();
    VaadinFlow.Browser browser = server.open();
    server.click(browser);

    VaadinFlow other = new VaadinFlow();
    other.take(SerializationUtils.clone((Serializable) server.session()));

    assertEquals("2", other.click(browser.next()));
  }

  @Test
  void sessionWhenInDevelopmentModeThenIsCopiedWithout() {
    VaadinFlow server = new VaadinFlow(false);
    VaadinFlow.Browser browser = server.open();
    server.click(browser);

    VaadinFlow other = new VaadinFlow(false);
    other.take(SerializationUtils.clone((Serializable) server.session()));

    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> other.click(browser.next()));
    assertTrue(String.valueOf(e.getMessage()).contains("sessionExpired"), e::getMessage);
  }
}
