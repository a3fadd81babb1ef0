package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator reads of a node that cannot hold sessions. */
@Timeout(120)
final class GreetingTest {

  private static String reasonAt(int port, @Nullable String user, @Nullable String password) {
    try (Fixture fixture = new Fixture(port, Fixture.settings(user, password, null))) {
      Await.until("something is told", () -> !fixture.events().isEmpty());
      return fixture.events().get(0);
    }
  }

  @Test
  @RequiresValkey
  void connectWhenAPasswordIsDemandedThenTold() {
    try (ValkeyProcess node = ValkeyProcess.start("--requirepass", "s3cret")) {
      assertEquals(
          "the server demands a password; set username and password",
          reasonAt(node.port(), null, null));
      assertEquals(
          "login refused: wrong username or password", reasonAt(node.port(), "default", "other"));
      assertEquals("connected", reasonAt(node.port(), "default", "s3cret"));
    }
  }

  /** As where a service rotates its passwords. */
  @Test
  @RequiresValkey
  void connectWhenThePasswordInItsFileHasChangedThenTheNewOneIsUsed(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "first\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    ConnectionSettings settings =
        new ConnectionSettings(
            Protocol.TEXT,
            Duration.ofSeconds(20),
            1_000,
            1_047_552,
            "default",
            "first",
            file,
            null,
            0,
            null);
    try (ValkeyProcess node = ValkeyProcess.start("--requirepass", "first");
        Fixture fixture = new Fixture(node.port(), settings)) {
      fixture.put("k", "v");

      Files.writeString(file, "second\n");
      node.ask("AUTH first\r\nCONFIG SET requirepass second\r\nCLIENT KILL TYPE normal SKIPME yes");

      Await.until("connected again", () -> fixture.events().size() == 3);
      assertEquals("connected", fixture.events().get(2));
      assertEquals("v", fixture.get("k"));
    }
  }

  @Test
  @RequiresValkey
  void connectWhenItIsAReplicaThenToldToNameItsPrimary() {
    try (ValkeyProcess primary = ValkeyProcess.start();
        ValkeyProcess node = ValkeyProcess.start("--replicaof", "127.0.0.1 " + primary.port())) {
      assertEquals(
          "it is a replica, which takes no writes; name its primary",
          reasonAt(node.port(), null, null));
    }
  }

  @Test
  @RequiresValkey
  void connectWhenItIsOfAClusterThenTold(@TempDir Path folder) {
    try (ValkeyProcess node =
        ValkeyProcess.start(
            "--cluster-enabled",
            "yes",
            "--cluster-config-file",
            folder.resolve("nodes.conf").toString())) {
      assertEquals(
          "it is in mode cluster; name it as valkey-cluster:host:port",
          reasonAt(node.port(), null, null));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 400 Bad Request | this is no Valkey or Redis, it answers \"HTTP/1.1 400 Bad Request\"",
        "-ERR unknown command 'HELLO' | it is older than version 6.2; use a later one",
        "-ERR max number of clients reached | it has no room for another connection; raise its"
            + " maxclients",
        "-DENIED Redis is running in protected mode | it is in protected mode (DENIED); set a"
            + " password there, or bind it to an address",
        "-NOPERM this user has no permissions to run the 'hello' command | its access list forbids a"
            + " command (NOPERM this user has no permissions to run the 'hello' command); see"
            + " docs/valkey.html#access-lists"
      })
  void connectWhenTheGreetingIsAnsweredOtherwiseThenTold(String answer, String reason) {
    try (ScriptedServer server = new ScriptedServer(words -> answer + "\r\n")) {
      assertEquals(reason, reasonAt(server.port(), null, null));
    }
  }

  @Test
  void connectWhenItIsLoadingThenAskedAgainUntilItHasLoaded() {
    List<String> loads = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                words -> {
                  if (words.get(0).equals("HELLO")) {
                    return ScriptedServer.GREETING;
                  }
                  if (!words.get(0).equals("SCRIPT")) {
                    return "+PONG\r\n";
                  }
                  loads.add(words.get(2));
                  return loads.size() == 1
                      ? "-LOADING Redis is loading the dataset in memory\r\n"
                      : "$40\r\n" + Script.digestOf(words.get(2)) + "\r\n";
                });
        Fixture fixture = new Fixture(server.port(), Fixture.settings())) {
      Await.until("connected", () -> fixture.events().size() == 2);

      assertEquals(
          List.of("it is loading its data from disk (LOADING); Holdfast polls it", "connected"),
          fixture.events());
    }
  }

  @Test
  void connectWhenTheServerIsOldThenToldItsVersion() {
    String greeting = ScriptedServer.GREETING.replace("$5\r\n7.0.0", "$6\r\n6.0.16");
    try (ScriptedServer server = new ScriptedServer(words -> greeting)) {
      String reason = reasonAt(server.port(), null, null);

      assertTrue(reason.startsWith("it is version 6.0.16; version 6.2 or later"), reason);
    }
  }
}
