package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.Sentinels;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.SentinelLogin;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.SentinelProcess;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What sentinels answer, and what becomes of it. */
@Timeout(120)
final class SentinelAnswersTest {

  static NodeAddress node(int... ports) {
    List<ServerAddress> members =
        Arrays.stream(ports).mapToObj(port -> new ServerAddress("127.0.0.1", port)).toList();
    return new NodeAddress(
        "main",
        "127.0.0.1",
        ports[0],
        "127.0.0.1",
        null,
        Engine.VALKEY,
        new Sentinels("main", members),
        null);
  }

  private static String naming(String host, int port) {
    return naming(host, Integer.toString(port));
  }

  private static String naming(String host, String port) {
    return "*2\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n".formatted(host.length(), host, port.length(), port);
  }

  private static ScriptedServer answering(String reply) {
    return new ScriptedServer(words -> reply);
  }

  private static String firstEvent(int... ports) {
    try (Fixture fixture =
        new Fixture(node(ports), Fixture.settings(null, null, null, Duration.ofSeconds(20)))) {
      Await.until("something is told", () -> !fixture.events().isEmpty());
      return fixture.events().get(0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*-1 | it knows no primary with the name main",
        "$-1 | it knows no primary with the name main",
        "-ERR unknown command 'SENTINEL' | it is no sentinel",
        "-NOPERM no permissions | its access list forbids a command (NOPERM no permissions); see"
            + " docs/valkey.html#access-lists",
        "-NOAUTH Authentication required. | the sentinel demands a password; set username and password, or"
            + " sentinelPasswordFile",
        "*2;$1;h;$5;65536 | it names no host and port",
        "*2;$1;h;$1;0 | it names no host and port",
        "*2;$4;h/..;$1;1 | it names no host and port",
        "*1;$1;h | it names no host and port",
        ":7 | it names no host and port",
        "*100000000 | this is no Valkey or Redis, it answers \"*100000000\"",
        "*2;$100000000 | the node claims a value of 100000000 bytes, at most 1024 can be right",
        "HTTP/1.1 400 | this is no Valkey or Redis, it answers \"HTTP/1.1 400\""
      })
  void connectWhenTheOnlySentinelDoesNotNameAPrimaryThenTold(String reply, String reason) {
    try (ScriptedServer sentinel = answering(reply.replace(";", "\r\n") + "\r\n")) {
      assertEquals(
          "no sentinel names a primary: 127.0.0.1:%d (%s)".formatted(sentinel.port(), reason),
          firstEvent(sentinel.port()));
    }
  }

  @Test
  void connectWhenNoSentinelIsThereThenEachIsTold() {
    int[] ports = {FreePort.find(), FreePort.find()};

    assertEquals(
        "no sentinel names a primary: 127.0.0.1:%d (connection refused), 127.0.0.1:%d (connection refused)"
            .formatted(ports[0], ports[1]),
        firstEvent(ports));
  }

  @Test
  void connectWhenASentinelNamesAReplicaThenTold() {
    String greeting = ScriptedServer.GREETING.replace("$6\r\nmaster", "$7\r\nreplica");
    try (ScriptedServer replica = answering(greeting);
        ScriptedServer sentinel = answering(naming("127.0.0.1", replica.port()))) {
      String reason = firstEvent(sentinel.port());

      assertTrue(reason.startsWith("it is a replica, which takes no writes"), reason);
    }
  }

  /** One that was cut off, or does harm, comes first; the others are right. */
  @Test
  @RequiresValkey
  void connectWhenOneOfThreeSentinelsLiesThenTheOthersAreBelieved() {
    try (ValkeyProcess primary = ValkeyProcess.start();
        ValkeyProcess other = ValkeyProcess.start();
        ScriptedServer liar = answering(naming("127.0.0.1", other.port()));
        ScriptedServer second = answering(naming("127.0.0.1", primary.port()));
        ScriptedServer third = answering(naming("127.0.0.1", primary.port()));
        Fixture fixture =
            new Fixture(node(liar.port(), second.port(), third.port()), Fixture.settings())) {
      fixture.put("k", "v");
      long start = System.nanoTime();
      Await.until(
          "the liar is asked again",
          () -> System.nanoTime() - start > Duration.ofSeconds(4).toNanos());

      assertEquals(List.of("connected"), fixture.events());
      assertTrue(primary.ask("DBSIZE").startsWith(":1"));
      assertTrue(other.ask("DBSIZE").startsWith(":0"));
    }
  }

  /** A vote each is no majority: the one that was silent decides. */
  @Test
  @RequiresValkey
  void connectWhenSentinelsDisagreeThenASilentOneIsAskedAgain() {
    AtomicBoolean wasAsked = new AtomicBoolean();
    try (ValkeyProcess primary = ValkeyProcess.start();
        ValkeyProcess other = ValkeyProcess.start();
        ScriptedServer liar = answering(naming("127.0.0.1", other.port()));
        ScriptedServer right = answering(naming("127.0.0.1", primary.port()));
        ScriptedServer late =
            new ScriptedServer(
                words -> wasAsked.getAndSet(true) ? naming("127.0.0.1", primary.port()) : "");
        Fixture fixture =
            new Fixture(node(liar.port(), right.port(), late.port()), Fixture.settings())) {
      fixture.put("k", "v");

      assertTrue(primary.ask("DBSIZE").startsWith(":1"));
      assertTrue(other.ask("DBSIZE").startsWith(":0"));
    }
  }

  @Test
  @RequiresValkey
  void connectWhenTwoSentinelsAreSilentThenTheThirdDecidesLongBeforeTheTimeoutOfOperations() {
    try (ValkeyProcess primary = ValkeyProcess.start();
        ScriptedServer first = answering("");
        ScriptedServer second = answering("");
        ScriptedServer third = answering(naming("127.0.0.1", primary.port()));
        Fixture fixture =
            new Fixture(
                node(first.port(), second.port(), third.port()),
                Fixture.settings(null, null, null, Duration.ofSeconds(60)))) {
      Await.until(
          "connected", Duration.ofSeconds(30), () -> fixture.events().equals(List.of("connected")));
    }
  }

  /** The old primary takes writes still: nothing but the sentinels says that it is none. */
  @Test
  @RequiresValkey
  void linkWhenTheSentinelsNameAnotherPrimaryThenMoved() {
    try (ValkeyProcess before = ValkeyProcess.start();
        ValkeyProcess after = ValkeyProcess.start()) {
      int[] named = {before.port()};
      List<ScriptedServer> sentinels = new ArrayList<>();
      IntStream.range(0, 3)
          .forEach(i -> sentinels.add(new ScriptedServer(words -> naming("127.0.0.1", named[0]))));
      int[] ports = sentinels.stream().mapToInt(ScriptedServer::port).toArray();
      try (Fixture fixture = new Fixture(node(ports), Fixture.settings())) {
        fixture.put("k", "v");

        named[0] = after.port();
        Await.until("it is elsewhere", () -> fixture.events().size() == 3);

        assertEquals(
            List.of(
                "connected",
                "its sentinels name another primary, 127.0.0.1:" + after.port(),
                "connected"),
            fixture.events());
        fixture.put("k", "w");
        assertTrue(after.ask("DBSIZE").startsWith(":1"));
      } finally {
        sentinels.forEach(ScriptedServer::close);
      }
    }
  }

  @Test
  @RequiresValkey
  void connectWhenTheSentinelDemandsThePasswordThenLoggedIn() {
    try (ValkeyProcess primary = ValkeyProcess.start("--requirepass", "pw")) {
      boolean[] isLoggedIn = {false};
      try (ScriptedServer sentinel =
              new ScriptedServer(
                  words -> {
                    if (words.equals(List.of("AUTH", "default", "pw"))) {
                      isLoggedIn[0] = true;
                      return "+OK\r\n";
                    }
                    return isLoggedIn[0]
                        ? naming("127.0.0.1", primary.port())
                        : "-NOAUTH Authentication required.\r\n";
                  });
          Fixture fixture =
              new Fixture(node(sentinel.port()), Fixture.settings("default", "pw", null))) {
        fixture.put("k", "v");

        assertEquals("v", fixture.get("k"));
      }
    }
  }

  /** The default user without a password may do nothing where there are others. */
  @ParameterizedTest
  @CsvSource({
    "default, ACL SETUSER default resetpass >sp",
    "watcher, ACL SETUSER watcher on >sp -@all +auth +sentinel|get-master-addr-by-name;ACL SETUSER"
        + " default -@all"
  })
  @RequiresValkey
  void connectWhenTheSentinelHasAnotherLoginThanTheServerThenItIsUsed(
      String user, String rules, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("sentinel"), "sp\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    try (ValkeyProcess primary = ValkeyProcess.start("--requirepass", "pw");
        SentinelProcess sentinel =
            SentinelProcess.start("main", primary, 1, "sentinel auth-pass main pw").get(0)) {
      assertTrue(sentinel.ask(rules.replace(";", "\r\n")).endsWith("+OK\r\n"));
      try (Fixture fixture = new Fixture(node(sentinel.port()), settings(user, file))) {
        fixture.put("k", "v");
        assertEquals("v", fixture.get("k"));
      }

      Files.writeString(file, "other\n");
      try (Fixture fixture = new Fixture(node(sentinel.port()), settings(user, file))) {
        Await.until("something is told", () -> !fixture.events().isEmpty());
        assertEquals(
            "no sentinel names a primary: 127.0.0.1:%d (the sentinel refused the login of %s; set"
                    .formatted(sentinel.port(), user)
                + " sentinelUsername and sentinelPasswordFile if it has another user or password than"
                + " its server)",
            fixture.events().get(0));
      }
    }
  }

  private static ConnectionSettings settings(String sentinelUser, Path sentinelPassword) {
    return new ConnectionSettings(
        Protocol.TEXT,
        Duration.ofSeconds(20),
        1_000,
        1_047_552,
        "default",
        "pw",
        null,
        null,
        0,
        new SentinelLogin(sentinelUser, sentinelPassword));
  }
}
