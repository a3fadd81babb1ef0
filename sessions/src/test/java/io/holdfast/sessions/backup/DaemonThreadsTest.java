package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {

  private final ClassLoader own = new ClassLoader(null) {};

  @Test
  void newThreadThenNumberedDaemonWithTheGivenLoader() {
    DaemonThreads threads = new DaemonThreads("holdfast-x", own);

    threads.newThread(() -> {});
    Thread second = threads.newThread(() -> {});

    assertEquals("holdfast-x-2", second.getName());
    assertTrue(second.isDaemon());
    assertSame(own, second.getContextClassLoader());
  }

  @Test
  void newThreadWhenCreatorHasInheritableValueThenNotInherited() {
    InheritableThreadLocal<String> value = new InheritableThreadLocal<>();
    value.set("of the request");
    CompletableFuture<String> seen = new CompletableFuture<>();

    new DaemonThreads("holdfast-x", own).newThread(() -> seen.complete(value.get())).start();

    assertNull(seen.join());
  }
}
