package io.holdfast.tomcat;

import io.holdfast.tomcat.session.ServingMode;
import java.time.Duration;
import org.apache.catalina.Context;

/**
 * A mode at work in one web application, whose requests pass through its valve: all of it is there,
 * or nothing.
 */
final class ModeInstallation {

  private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);

  /**
   * For requests whose servlet has just returned: Tomcat's {@code unloadDelay} waits for servlets,
   * and what these requests have changed is saved behind them.
   */
  private static final Duration UNTIL_REQUESTS_HAVE_LEFT = Duration.ofMillis(500);

  private final Context context;
  private final HostPipeline pipeline;
  private final ServingMode mode;
  private final SessionBackupValve valve;

  private ModeInstallation(
      Context context, HostPipeline pipeline, ServingMode mode, SessionBackupValve valve) {
    this.context = context;
    this.pipeline = pipeline;
    this.mode = mode;
    this.valve = valve;
  }

  /** Starts the mode and lets requests come to it. What fails leaves nothing behind. */
  static ModeInstallation install(Context context, ServingMode mode, SessionBackupValve valve) {
    HostPipeline pipeline = new HostPipeline(context.getParent());
    try {
      mode.start();
      pipeline.add(context, valve);
      return new ModeInstallation(context, pipeline, mode, valve);
    } catch (RuntimeException | Error e) {
      mode.close();
      throw e;
    }
  }

  /** Ends the mode's work, which puts into the store what is not there, and the mode. */
  void remove() {
    try {
      var unused = valve.inside().awaitNone(UNTIL_REQUESTS_HAVE_LEFT);
      mode.leave(STOP_DEADLINE);
    } finally {
      mode.close();
      pipeline.remove(context, valve);
    }
  }
}
