package io.holdfast.valkey;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static io.holdfast.core.storage.NodeStoreKit.bytes;
import static io.holdfast.core.storage.NodeStoreKit.loadPair;
import static io.holdfast.core.storage.NodeStoreKit.pairOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.testkit.Await;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors of a node that was connected: what is refused, and what ends the connection. */
@RequiresValkey
@Timeout(120)
final class ErrorRepliesTest {

  private static final TimeToLive HOUR = new TimeToLive(3_600);

  @Test
  void storeWhenTheNodeIsOutOfMemoryThenRefusedAndTheConnectionStays() {
    try (ValkeyProcess node = ValkeyProcess.start();
        Fixture fixture = new Fixture(node.port(), Fixture.settings())) {
      fixture.put("k", "v");
      StoredValue read = await(fixture.store().load("k"));
      assertNotNull(read);
      assertTrue(node.ask("CONFIG SET maxmemory 1").startsWith("+OK"));

      StoreException plain =
          assertReason(
              Reason.REFUSED,
              fixture.store().store("m", bytes("v"), HOUR, WriteCondition.always()));
      StoreException scripted =
          assertReason(
              Reason.REFUSED,
              fixture
                  .store()
                  .store("k", bytes("w"), HOUR, WriteCondition.ifVersion(read.version())));

      assertTrue(
          StoreException.descriptionOf(plain)
              .contains("it is out of memory (OOM); raise maxmemory"));
      assertTrue(
          StoreException.descriptionOf(scripted).contains("(OOM)"),
          StoreException.descriptionOf(scripted));
      assertEquals("v", fixture.get("k"));
      fixture.awaitConnected();
      assertEquals(1, fixture.events().size());
    }
  }

  @Test
  void storeWhenTheNodeBecomesAReplicaThenLostUntilItIsAPrimaryAgain() {
    try (ValkeyProcess node = ValkeyProcess.start();
        Fixture fixture = new Fixture(node.port(), Fixture.settings())) {
      fixture.put("k", "v");
      assertTrue(node.ask("REPLICAOF 127.0.0.1 1").startsWith("+OK"));

      StoreException failure =
          assertReason(
              Reason.UNAVAILABLE,
              fixture.store().store("k", bytes("w"), HOUR, WriteCondition.always()));
      assertTrue(
          StoreException.descriptionOf(failure)
              .contains("it is a replica, which takes no writes (READONLY)"),
          StoreException.descriptionOf(failure));
      Await.until("the loss is told", () -> fixture.events().size() == 2);
      assertTrue(node.ask("REPLICAOF NO ONE").startsWith("+OK"));

      Await.until("it is back", () -> fixture.events().size() == 3);
      assertEquals("connected", fixture.events().get(2));
      fixture.put("k", "again");
      assertEquals("again", fixture.get("k"));
    }
  }

  /** A replica that does not serve what it has while it has lost its primary. */
  @Test
  void loadWhenTheNodeIsAReplicaWithoutItsPrimaryThenLost() {
    try (ValkeyProcess node = ValkeyProcess.start("--replica-serve-stale-data", "no");
        Fixture fixture = new Fixture(node.port(), Fixture.settings())) {
      fixture.put("k", "v");
      assertTrue(node.ask("REPLICAOF 127.0.0.1 1").startsWith("+OK"));

      StoreException failure = assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));
      assertTrue(
          StoreException.descriptionOf(failure)
              .contains(
                  "it is a replica that has lost its primary (MASTERDOWN); name the primary in the"
                      + " list"),
          StoreException.descriptionOf(failure));
    }
  }

  /** What ends the connection is told as the reason of the loss. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-CLUSTERDOWN The cluster is down | UNAVAILABLE | it is a node of a cluster that cannot serve"
            + " this now (CLUSTERDOWN The cluster is down)",
        "-NOAUTH Authentication required. | UNAVAILABLE | the server demands a password; set username"
            + " and password",
        "-LOADING Redis is loading | UNAVAILABLE | it is loading its data from disk (LOADING);"
            + " Holdfast polls it",
        "HTTP/1.1 400 Bad Request | UNAVAILABLE | this is no Valkey or Redis, it answers \"HTTP/1.1 400 Bad Request\"",
        "$100000000000 | UNAVAILABLE | the node claims a value of 100000000000 bytes",
        "-MISCONF errors writing | REFUSED | it takes no writes while it cannot save to its disk"
            + " (MISCONF); free the disk, or turn its snapshots off",
        "-NOREPLICAS Not enough | REFUSED | it takes no writes while it has too few replicas"
            + " (NOREPLICAS, min-replicas-to-write)",
        "-ERR whatever it is | REFUSED | the node answered ERR whatever it is"
      })
  void storeWhenTheNodeAnswersAnErrorThenItsMeaning(String reply, Reason reason, String message) {
    try (ScriptedServer server = answering(reply, "SET");
        Fixture fixture = new Fixture(server.port(), Fixture.settings())) {
      StoreException failure =
          assertReason(
              reason, fixture.store().store("k", bytes("v"), HOUR, WriteCondition.always()));

      if (reason == Reason.REFUSED) {
        String told = StoreException.descriptionOf(failure);
        assertTrue(told.contains(message), told);
        fixture.awaitConnected();
        assertEquals(List.of("connected"), fixture.events());
      } else {
        Await.until("the loss is told", () -> fixture.events().size() > 1);
        String told = fixture.events().get(1);
        assertTrue(told.startsWith(message), told);
      }
    }
  }

  /** A server that answers so to these commands, and as it should to others. */
  private static ScriptedServer answering(String reply, String... commands) {
    return new ScriptedServer(
        words ->
            switch (words.get(0)) {
              case "HELLO" -> ScriptedServer.GREETING;
              case "SCRIPT" -> "$40\r\n" + Script.digestOf(words.get(2)) + "\r\n";
              default -> (List.of(commands).contains(words.get(0)) ? reply : "+OK") + "\r\n";
            });
  }

  /** As an operator or another program may leave under a key: it must not cost the others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SET k short | the node has a value of 5 bytes, which is not ours",
        "SET k ' ' | the node has a value of 1 bytes, which is not ours",
        "RPUSH k x | the node answered WRONGTYPE"
      })
  void loadWhenTheValueIsNoneOfOursThenRefusedAndTheConnectionStays(String put, String message) {
    try (ValkeyProcess node = ValkeyProcess.start();
        Fixture fixture = new Fixture(node.port(), Fixture.settings())) {
      fixture.put("m", "v");
      assertTrue(node.ask(put).matches("(?s)[+:].*"));

      StoreException failure = assertReason(Reason.REFUSED, fixture.store().load("k"));

      assertTrue(
          StoreException.descriptionOf(failure).contains(message),
          StoreException.descriptionOf(failure));
      assertEquals("v", fixture.get("m"));
      fixture.awaitConnected();
      assertEquals(List.of("connected"), fixture.events());
    }
  }

  /** A record is not stored over what cannot be read: the other nodes have to take it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-BUSY Redis is busy running a script. | it runs a script of another client (BUSY)",
        "-NOPERM no permissions to run 'get' | its access list forbids a command (NOPERM",
        "-ERR whatever it is | the node answered ERR whatever it is"
      })
  void loadWhenTheNodeRefusesToReadThenUnavailableAndTheConnectionStays(
      String reply, String message) {
    try (ScriptedServer server = answering(reply, "GET", "MGET");
        Fixture fixture = new Fixture(server.port(), Fixture.settings())) {
      StoreException one = assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));
      assertReason(
          Reason.UNAVAILABLE, fixture.store().loadPairIfChanged("k", "k:a", KnownValue.NONE));

      assertTrue(
          StoreException.descriptionOf(one).contains(message), StoreException.descriptionOf(one));
      fixture.put("k", "v");
      fixture.awaitConnected();
      assertEquals(List.of("connected"), fixture.events());
    }
  }

  @Test
  void storeWhenTheAccessListForbidsItThenRefusedWithTheCommand() {
    try (ValkeyProcess node = ValkeyProcess.start()) {
      assertTrue(node.ask("ACL SETUSER shop on >pw ~* +@all -set").startsWith("+OK"));
      try (Fixture fixture = new Fixture(node.port(), Fixture.settings("shop", "pw", null))) {
        assertTrue(node.ask("SET k 12345678value").startsWith("+OK"));
        StoredValue read = await(fixture.store().load("k"));
        assertNotNull(read);
        for (WriteCondition condition :
            List.of(WriteCondition.always(), WriteCondition.ifVersion(read.version()))) {
          StoreException failure =
              assertReason(Reason.REFUSED, fixture.store().store("k", bytes("v"), HOUR, condition));

          assertTrue(
              StoreException.descriptionOf(failure).contains("its access list forbids a command ("),
              StoreException.descriptionOf(failure));
        }
      }
    }
  }

  /** The line of docs/valkey.md. */
  @Test
  void everyOperationWhenTheAccessListIsTheDocumentedOneThenAllowed() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "valkey.md"));
    Matcher line = Pattern.compile("(?m)^user holdfast on >PASSWORD (.*)$").matcher(document);
    assertTrue(line.find());
    try (ValkeyProcess node = ValkeyProcess.start()) {
      String answer = node.ask("ACL SETUSER holdfast on >pw " + line.group(1));
      assertTrue(answer.startsWith("+OK"), answer);
      try (Fixture fixture = new Fixture(node.port(), Fixture.settings("holdfast", "pw", null))) {
        fixture.put("k", "one");
        long version = await(fixture.store().renewVersion("k")) ? version(fixture) : 0;
        assertTrue(
            await(fixture.store().store("k", bytes("two"), HOUR, WriteCondition.ifVersion(version)))
                .isStored());
        assertTrue(await(fixture.store().append("k", bytes("!"))));
        ReadBehind behind = new ReadBehind("k", "k:a", null);
        await(
            fixture
                .store()
                .storeThenRead("k:l", bytes("l"), HOUR, WriteCondition.ifAbsent(), behind));
        assertNotNull(pairOf(behind).value());
        assertTrue(await(fixture.store().touch("k", HOUR)));
        assertTrue(await(fixture.store().touch("k", TimeToLive.UNLIMITED)));
        assertNotNull(loadPair(fixture.store(), "k", "m").value());
        assertNotNull(await(fixture.store().figures()));
        assertTrue(node.ask("SCRIPT FLUSH").startsWith("+OK"));
        assertTrue(
            await(
                    fixture
                        .store()
                        .store(
                            "k",
                            bytes(""),
                            TimeToLive.OVER,
                            WriteCondition.ifVersion(version(fixture))))
                .isStored());
        fixture.put("k", "one");
        assertTrue(await(fixture.store().delete("k")));
      }
    }
  }

  private static long version(Fixture fixture) {
    StoredValue value = await(fixture.store().load("k"));
    return value == null ? 0 : value.version();
  }
}
