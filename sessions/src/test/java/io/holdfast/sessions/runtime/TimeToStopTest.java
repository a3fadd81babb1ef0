package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the time in which an application stops is divided between the store and files. */
@Timeout(60)
final class TimeToStopTest {

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  @TempDir private Path above;

  private final Map<Setting<?>, String> settings = new TreeMap<>();
  private final List<Duration> given = new ArrayList<>();

  TimeToStopTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:127.0.0.1:" + FreePort.find());
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
  }

  @AfterEach
  void noThreadIsLeft() {
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void leaveWhenThereIsADirectoryThenTheStoreGetsThreeFifthsAndTheFilesTheRest() {
    settings.put(Setting.SPILL_DIRECTORY, above.resolve("spill").toString());

    assertEquals(new StopResult(2, 0), leave());

    assertEquals(List.of(Duration.ofSeconds(6)), given);
  }

  @Test
  void leaveWhenThereIsNoDirectoryThenTheStoreGetsAllOfTheTime() {
    assertEquals(new StopResult(2, 0), leave());

    assertEquals(List.of(DEADLINE), given);
  }

  private StopResult leave() {
    ClassLoader loader = getClass().getClassLoader();
    WebAppContext context =
        TestApplication.of(
            "localhost", "/shop", null, loader, loader, null, InstantSource.system());
    try (RuntimeParts parts = new RuntimeParts(ConfigurationParser.parse(settings), context)) {
      return parts.leave(
          DEADLINE,
          time -> {
            assertTrue(given.add(time));
            return 2;
          },
          List::of);
    }
  }
}
