package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.Persian;
import io.holdfast.testkit.memcached.Login;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator reads of a login that fails, and who hears a password. */
@RequiresRealMemcached
@Timeout(60)
final class TextLoginTest {

  private static final String USER = "shop";
  private static final String PASSWORD = "s3cret-w0rd";

  @Test
  void connectWhenThePasswordIsWrongThenOneReasonThatNamesNeither() {
    try (MemcachedProcess node = start();
        StoreFixture other = MemcachedStoreLoginTest.fixture(node, USER, "wrong")) {
      assertReason("login refused: wrong username or password", other);
    }
  }

  @Test
  void connectWhenThereIsNoPasswordThenOneReasonWithTheRemedy() {
    try (MemcachedProcess node = start();
        StoreFixture other = MemcachedStoreLoginTest.fixture(node, null, null)) {
      assertReason("the server demands a password; set username and password", other);
    }
  }

  /** A node without {@code -Y} would keep the password like any value. */
  @Test
  void connectWhenTheNodeAsksForNoPasswordThenItHearsNone() {
    try (MemcachedProcess open = MemcachedProcess.start(MemcachedLimits.DEFAULT);
        StoreFixture other = MemcachedStoreLoginTest.fixture(open, USER, PASSWORD)) {
      other.put("k", "v");

      assertEquals("v", other.get("k"));
      assertNull(open.probe().get(TextLogin.KEY));
      assertEquals("1", open.probe().stats().get("cmd_set"));
    }
  }

  @Test
  void connectWhenTheMachinesLanguageHasOtherDigitsThenItLogsIn() {
    Persian.during(
        () -> {
          try (MemcachedProcess node = start();
              StoreFixture fixture = MemcachedStoreLoginTest.fixture(node, USER, PASSWORD)) {
            fixture.put("k", "v");

            assertEquals("v", fixture.get("k"));
          }
        });
  }

  private static void assertReason(String expected, StoreFixture fixture) {
    Await.until("told why", () -> !fixture.reasons().isEmpty());
    assertEquals(List.of(expected), fixture.reasons());
  }

  private static MemcachedProcess start() {
    return MemcachedProcess.start(MemcachedLimits.DEFAULT, new Login(USER, PASSWORD));
  }
}
