package io.holdfast.tomcat;

import io.holdfast.tomcat.request.Rethrow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static final int SERVICE_UNAVAILABLE = 503;

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
    return Draining.OF_PROCESS.isOn() || (file != null && Files.exists(file));
  }

  private static void answer(Response response) throws IOException {
    response.setStatus(SERVICE_UNAVAILABLE);
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    response
        .getWriter()
        .println(
            "{\"status\": \"OUT_OF_SERVICE\", \"sessionsNotStored\": "
                + Draining.OF_PROCESS.store()
                + "}");
  }
}
