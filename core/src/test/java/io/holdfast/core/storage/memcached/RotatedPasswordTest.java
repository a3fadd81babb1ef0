package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.OwnerOnly;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.testkit.memcached.Login;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A password file that has changed since the start: each connection reads it. */
@RequiresRealMemcached
@Timeout(60)
final class RotatedPasswordTest {

  private static final String USER = "shop";
  private static final String PASSWORD = "s3cret-w0rd";

  @Test
  void connectWhenThePasswordInItsFileHasChangedThenTheNewOneIsUsed(@TempDir Path folder)
      throws IOException {
    Path file = Files.createFile(folder.resolve("password"), OwnerOnly.file(folder));
    Files.writeString(file, PASSWORD + "\n");
    ConnectionSettings ofStart =
        new ConnectionSettings(
            Protocol.TEXT,
            Duration.ofSeconds(20),
            1_000,
            1_047_552,
            USER,
            "former",
            file,
            null,
            0,
            null);

    try (MemcachedProcess node =
            MemcachedProcess.start(MemcachedLimits.DEFAULT, new Login(USER, PASSWORD));
        StoreFixture fixture = new StoreFixture(node.host(), node.port(), ofStart)) {
      fixture.put("k", "v");

      assertEquals("v", fixture.get("k"));
    }
  }
}
