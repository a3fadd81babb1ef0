package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HerdTest {

  @Test
  void lastWordsThenTheMessagesAlone() {
    String logs =
        """
        23-Nov-2026 00:43:57.101 INFO [main] org.apache.coyote.AbstractProtocol.pause Pausing
        23-Nov-2026 00:43:57.103 WARNING [Thread-3] io.holdfast.tomcat.sticky.StickyMode.leave 10 sessions of /bench leave this Tomcat; 2 of them are not in the store
        """;

    assertEquals(
        "10 sessions of /bench leave this Tomcat; 2 of them are not in the store",
        Herd.lastWords(logs));
  }
}
