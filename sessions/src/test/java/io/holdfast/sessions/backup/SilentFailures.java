package io.holdfast.sessions.backup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Collects what a {@link FailureLog} would print. */
final class SilentFailures implements System.Logger {

  private final List<Throwable> logged = new ArrayList<>();

  FailureLog log() {
    return new FailureLog(this, System::nanoTime, Duration.ofMinutes(1));
  }

  /** What was logged, once it is that much. */
  synchronized List<Throwable> awaitLogged(int count) throws InterruptedException {
    while (logged.size() < count) {
      wait();
    }
    return List.copyOf(logged);
  }

  /** Lets go of what was logged. */
  synchronized void forget() {
    logged.clear();
  }

  @Override
  public String getName() {
    return "silent";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public synchronized void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    if (thrown != null) {
      logged.add(thrown);
    }
    notifyAll();
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      Object @Nullable ... parameters) {
    throw new UnsupportedOperationException("failures are logged with their throwable");
  }
}
