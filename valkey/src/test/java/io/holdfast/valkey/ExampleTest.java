package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server of the example for Kubernetes, with its options. */
@RequiresValkey
@Timeout(120)
final class ExampleTest {

  private static final Path MANIFEST = Path.of("..", "examples", "kubernetes", "valkey.yaml");

  @Test
  void connectWhenTheServerHasTheOptionsOfTheExampleThenItHoldsSessionsAndEvictsNone()
      throws IOException {
    Matcher list =
        Pattern.compile("args: \\[\"valkey-server\"(.*?)\\]", Pattern.DOTALL)
            .matcher(Files.readString(MANIFEST));
    assertTrue(list.find());
    List<String> options =
        Pattern.compile("\"([^\"]*)\"")
            .matcher(list.group(1))
            .results()
            .map(option -> option.group(1))
            .toList();

    try (ValkeyProcess node = ValkeyProcess.start(options.toArray(String[]::new));
        Fixture fixture = new Fixture(node.port(), Fixture.settings())) {
      fixture.put("k", "v");
      NodeFigures figures = NodeStoreKit.await(fixture.store().figures());

      assertNotNull(figures);
      assertEquals(512 << 20, figures.limitBytes());
      assertNull(figures.evictsBy());
    }
  }
}
