package io.holdfast.tomcat;

import io.holdfast.core.log.Loggers;
import io.holdfast.tomcat.session.Rethrow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.HealthCheckValve;
import org.jspecify.annotations.Nullable;

/**
 * Answers health checks of load balancers, for {@code <Engine>} or {@code <Host>}: as Tomcat's
 * {@code HealthCheckValve}, and with 503 while this Tomcat is drained. It is drained from {@link
 * MemcachedSessionManager#drain()} on, or while the file {@code drainFile} is there. All other
 * requests are served as before.
 */
public final class HealthValve extends HealthCheckValve {

  private static final System.Logger LOG = Loggers.of(HealthValve.class);
  private static final int SERVICE_UNAVAILABLE = 503;

  /** True while this Java process is about to be stopped, and serves on. */
  private static final AtomicBoolean DRAINING = new AtomicBoolean();

  private @Nullable Path drainFile;

  /** Creates it for {@code /health}; Tomcat sets its attributes. */
  public HealthValve() {}

  /**
   * Sets the file that drains this Tomcat while it is there, whatever is in it.
   *
   * @param file its path, such as <code>${catalina.base}/conf/drain</code>; null or empty, for
   *     none, unless set
   */
  public void setDrainFile(@Nullable String file) {
    drainFile = file == null || file.isBlank() ? null : Path.of(file.strip());
  }

  /**
   * Returns the file that drains this Tomcat.
   *
   * @return its path; null if there is none
   */
  public @Nullable String getDrainFile() {
    Path file = drainFile;
    return file == null ? null : file.toString();
  }

  /** Answers a health check; passes other requests on. */
  @Override
  public void invoke(Request request, Response response) throws IOException {
    boolean isCheck = request.getDecodedRequestURI().equals(getPath());
    if (isCheck && isDraining()) {
      answer(response);
      return;
    }
    try {
      super.invoke(request, response);
    } catch (Exception e) {
      throw Rethrow.<RuntimeException>unchecked(e);
    }
  }

  private boolean isDraining() {
    Path file = drainFile;
    return isProcessDraining() || (file != null && Files.exists(file));
  }

  static boolean isProcessDraining() {
    return DRAINING.get();
  }

  /** Has load balancers send requests elsewhere, or here again. */
  static void drainProcess(boolean wanted) {
    if (DRAINING.getAndSet(wanted) != wanted) {
      LOG.log(
          System.Logger.Level.INFO,
          wanted
              ? "Draining: health checks are answered with 503, requests are served as before"
              : "Draining ends: health checks are answered with 200");
    }
  }

  private static void answer(Response response) throws IOException {
    response.setStatus(SERVICE_UNAVAILABLE);
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    response
        .getWriter()
        .println(
            "{\"status\": \"OUT_OF_SERVICE\", \"sessionsNotStored\": "
                + RunningApplication.storeUnsaved()
                + "}");
  }
}
