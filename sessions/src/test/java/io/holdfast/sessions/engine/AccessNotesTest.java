package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notes of when a session was used, by Tomcats that show different versions of it. */
final class AccessNotesTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = tomcat("t1");
  private final EngineTomcat t2 = tomcat("t2");

  private EngineTomcat tomcat(String name) {
    return new EngineTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  private static void createOn(EngineTomcat tomcat, String fruit) {
    FakeInstance session = tomcat.create("s");
    session.set("fruit", fruit);
    tomcat.end(session);
  }

  /** As Tomcat does, which sets the time of access once more at the end of a request. */
  private void endNow(FakeInstance session) {
    session.access(nodes.clock.millis());
    session.instanceState().use().accessEnded();
    t1.end(session);
  }

  /** Listeners of a session whose Tomcats are gone may ask when it was used. */
  @Test
  void abandonedWhenALongRequestWasTheLatestThenTheAccessBeforeItDoesNotGoBack() {
    createOn(t1, "apple");
    FakeInstance download = Objects.requireNonNull(t1.begin("s"));
    nodes.clock.advance(Duration.ofMinutes(1));
    t2.request("s", session -> session.set("cart", "full"));
    t2.request("s", session -> session.set("cart", "empty"));
    long used = nodes.clock.millis();
    nodes.clock.advance(Duration.ofMillis(500));
    endNow(download);
    nodes.clock.advance(Duration.ofSeconds(2_250)); // the record is there for half a second more

    var found = EngineTomcat.now(t2.shared.abandoned(new SessionId("s")));

    LoadedSession.Fresh session =
        Objects.requireNonNull(Objects.requireNonNull(found).session()).get();
    assertEquals(used, Objects.requireNonNull(session).times().lastAccessedTime());
  }

  /** The record is read, and one node does not answer when it is to be extended. */
  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void requestEndedWhenTheExtensionAloneGetsNoAnswerThenTheNextRequestExtendsTheRecord(
      String silent) {
    Set<String> deaf = new HashSet<>();
    Map<String, NodeStore> stores = new HashMap<>(nodes.stores());
    stores.put(
        silent,
        new ForwardingStore(nodes.get(silent)) {
          @Override
          public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
            return deaf.contains(silent)
                ? CompletableFuture.failedFuture(
                    new StoreException(Reason.TIMEOUT, silent, "told to fail by the test", null))
                : super.touch(key, timeToLive);
          }
        });
    EngineTomcat tomcat =
        new EngineTomcat(
            stores, 2, Granularity.ATTRIBUTE, new JdkTranscoder(), new Random(1), nodes.clock);
    createOn(tomcat, "apple");
    nodes.clock.advance(Duration.ofMinutes(8));
    deaf.add(silent);
    assertEquals("apple", tomcat.read("s", "fruit"));
    deaf.clear();
    nodes.clock.advance(Duration.ofMinutes(5));
    nodes.clearOperations();

    assertEquals("apple", tomcat.read("s", "fruit"));

    assertTrue(
        nodes.get(silent).operations().stream().anyMatch(each -> each.startsWith("touch ")),
        nodes.operations()::toString);
  }
}
