package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailureLogTest {

  private final List<String> lines = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();
  private final FailureLog log =
      new FailureLog(new ListLogger(), clock::get, Duration.ofNanos(100));

  @Test
  void failedWhenSameKindAgainWithinTheIntervalThenOneLine() {
    log.failed(new IllegalStateException("a"));
    clock.set(99);
    log.failed(new IllegalStateException("b"));

    assertEquals(
        List.of("A backup failed; 0 more failures of this kind since the last message. a"), lines);
  }

  @Test
  void failedWhenSameKindAfterTheIntervalThenLineWithTheNumberBetween() {
    log.failed(new IllegalStateException("a"));
    log.failed(new IllegalStateException("b"));
    log.failed(new IllegalStateException("c"));
    clock.set(100);
    log.failed(new IllegalStateException("d"));

    assertEquals(
        "A backup failed; 2 more failures of this kind since the last message. d", lines.get(1));
    assertEquals(2, lines.size());
  }

  @Test
  void failedWhenOtherKindThenLineOfItsOwn() {
    log.failed(new IllegalStateException("a"));
    log.failed(new IllegalArgumentException("b"));

    assertEquals(2, lines.size());
  }

  private final class ListLogger implements System.Logger {

    @Override
    public String getName() {
      return "list";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String message,
        @Nullable Throwable thrown) {
      lines.add(message + " " + (thrown == null ? "" : thrown.getMessage()));
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String format,
        Object @Nullable ... parameters) {
      lines.add(String.valueOf(format));
    }
  }
}
