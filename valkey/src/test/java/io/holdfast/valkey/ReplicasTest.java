package io.holdfast.valkey;

import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes that wait for replicas. */
@Timeout(120)
final class ReplicasTest {

  private static ConnectionSettings settings() {
    return new ConnectionSettings(
        Protocol.TEXT, Duration.ofSeconds(20), 1_000, 1_047_552, null, null, null, null, 1, null);
  }

  /** Records what comes after the greeting, and has so many replicas answer. */
  private static ScriptedServer server(List<String> heard, String confirmations) {
    return new ScriptedServer(
        words ->
            switch (words.get(0)) {
              case "HELLO" -> ScriptedServer.GREETING;
              case "SCRIPT" -> "$40\r\n" + Script.digestOf(words.get(2)) + "\r\n";
              case "PING" -> "+PONG\r\n";
              case "WAIT" -> {
                heard.add(String.join(" ", words));
                yield confirmations;
              }
              case "GET" -> {
                heard.add("GET");
                yield "$-1\r\n";
              }
              case "EVAL" -> {
                heard.add("EVAL");
                yield ":1\r\n";
              }
              default -> {
                heard.add(words.get(0));
                yield words.get(0).equals("UNLINK") ? ":1\r\n" : "+OK\r\n";
              }
            });
  }

  @Test
  void storeWhenReplicasAreWaitedForThenEachWriteIsFollowedByWait() {
    List<String> heard = new CopyOnWriteArrayList<>();
    try (ScriptedServer server = server(heard, ":1\r\n");
        Fixture fixture = new Fixture(server.port(), settings())) {
      fixture.put("k", "v");
      assertTrue(await(fixture.store().renewVersion("k")));
      assertTrue(await(fixture.store().delete("k")));
      var unused = fixture.get("k");

      assertEquals(
          List.of("SET", "WAIT 1 200", "EVAL", "WAIT 1 200", "UNLINK", "WAIT 1 200", "GET"), heard);
    }
  }

  /** A replica that is lost must not hold up each write. */
  @Test
  void storeWhenTooFewReplicasHaveItThenStoredAndTheNextDoNotWait() {
    List<String> heard = new CopyOnWriteArrayList<>();
    try (ScriptedServer server = server(heard, ":0\r\n");
        Fixture fixture = new Fixture(server.port(), settings())) {
      fixture.put("k", "v");
      fixture.put("k", "w");

      assertEquals(List.of("SET", "WAIT 1 200", "SET"), heard);
    }
  }

  /** What was written is not refused, whatever becomes of the wait. */
  @Test
  void storeWhenTheAccessListForbidsToWaitThenStoredAndTheNextDoNotWait() {
    List<String> heard = new CopyOnWriteArrayList<>();
    try (ScriptedServer server = server(heard, "-NOPERM no permissions to run 'wait'\r\n");
        Fixture fixture = new Fixture(server.port(), settings())) {
      fixture.put("k", "v");
      fixture.put("k", "w");

      assertEquals(List.of("SET", "WAIT 1 200", "SET"), heard);
    }
  }

  @Test
  @RequiresValkey
  void storeWhenThereIsAReplicaThenItHasTheValue() {
    try (ValkeyProcess primary = ValkeyProcess.start();
        ValkeyProcess replica = ValkeyProcess.start("--replicaof", "127.0.0.1 " + primary.port());
        Fixture fixture = new Fixture(primary.port(), settings())) {
      primary.awaitReplicatedTo(replica);

      int[] number = {0}; // where the replica did not confirm in time, the next writes do not wait
      Await.until(
          "a write waits, and the replica has it",
          () -> {
            long before = waits(primary);
            String key = "k" + number[0]++;
            fixture.put(key, "v");
            return replica.ask("EXISTS " + key).startsWith(":1") && waits(primary) == before + 1;
          });
    }
  }

  private static long waits(ValkeyProcess node) {
    return node.ask("INFO commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_wait:calls="))
        .map(line -> line.replaceAll("^[^=]*=([0-9]+),.*", "$1"))
        .mapToLong(Long::parseLong)
        .sum();
  }
}
