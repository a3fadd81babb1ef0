package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rehearsal plays a session to its end, and leaves nothing of it anywhere. */
@Timeout(60)
final class RehearsalTest {

  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();
  private final Map<Setting<?>, String> settings = new TreeMap<>();
  private final List<FakeInstance> instances = new CopyOnWriteArrayList<>();

  RehearsalTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:%s n2:%s".formatted(n1.address(), n2.address()));
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.BACKUP_THREAD_COUNT, "1");
  }

  @AfterEach
  void nothingIsLeft() {
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @CsvSource({"sticky, true", "sticky, false", "lockingMode, none", "lockingMode, all"})
  void rehearsalWhenItWasPlayedThenNothingIsStoredOrCounted(String attribute, String value) {
    settings.put(Setting.valueOf(attribute), value);
    if (attribute.equals("lockingMode")) {
      settings.put(Setting.STICKY, "false");
    }
    try (SessionRuntime runtime = start()) {
      Map<Metric, Long> before = runtime.metrics().snapshot();

      rehearse(runtime);

      assertPlayed();
      assertEquals(before, runtime.metrics().snapshot());
      assertEquals(Map.of(), timed(runtime));
      assertEquals(List.of(), n1.probe().keys());
      assertEquals(List.of(), n2.probe().keys());
    }
  }

  @Test
  void rehearsalWhenNoNodeAnswersThenIsPlayedAllTheSame() {
    settings.put(Setting.MEMCACHED_NODES, "n1:127.0.0.1:" + FreePort.find());
    try (SessionRuntime runtime = start()) {
      rehearse(runtime);

      assertPlayed();
    }
  }

  @Test
  void rehearsalWhenTheApplicationStopsAtOnceThenHoldsNothingUp() {
    try (SessionRuntime runtime = start()) {
      runtime.rehearse(FakeInstance::new);
    }

    assertEquals(List.of(), n1.probe().keys()); // and no thread is left
  }

  /** The only backup thread comes to this save when the rehearsal has ended. */
  private void rehearse(SessionRuntime runtime) {
    runtime.rehearse(
        fresh -> {
          FakeInstance instance = new FakeInstance(fresh);
          instances.add(instance);
          return instance;
        });
    CompletableFuture<SaveOutcome> over = new CompletableFuture<>();
    runtime.later(
        Duration.ZERO,
        () -> {
          var unused = over.complete(SaveOutcome.UNCHANGED);
        });
    var unused = over.join();
  }

  /** One request has created the session, another has read what that has stored, and ended it. */
  private void assertPlayed() {
    assertEquals(2, instances.size());
    assertTrue(String.valueOf(instances.get(1).get("rehearsed")).startsWith("after after "));
    assertTrue(instances.get(1).instanceState().hasEnded());
  }

  private static Map<Timing, Long> timed(SessionRuntime runtime) {
    Map<Timing, Long> timed = new EnumMap<>(Timing.class);
    for (Timing timing : Timing.values()) {
      long count = runtime.metrics().summary(timing).count();
      if (count > 0) {
        timed.put(timing, count);
      }
    }
    timed.remove(Timing.NODE_OPERATION); // each node is asked for its figures
    return timed;
  }

  private SessionRuntime start() {
    ClassLoader loader = getClass().getClassLoader();
    return new SessionRuntime(
        ConfigurationParser.parse(settings),
        TestApplication.of("localhost", "", null, loader, loader, null, InstantSource.system()),
        List::of);
  }
}
