package io.holdfast.spring.boot;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/holdfastdrain}: POST drains this program before it is stopped, DELETE ends that.
 */
@Endpoint(id = "holdfastdrain")
final class DrainEndpoint {

  private final TomcatSessions sessions;

  DrainEndpoint(TomcatSessions sessions) {
    this.sessions = sessions;
  }

  /** Returns whether this program is drained. */
  @ReadOperation
  public Map<String, Object> state() {
    return Map.of("draining", sessions.isDraining());
  }

  /** Has the health be out of service; requests are served as before. */
  @WriteOperation
  public Map<String, Object> drain() {
    return Map.of("draining", true, "sessionsNotStored", sessions.drain(true));
  }

  /** The health is as before again. */
  @DeleteOperation
  public Map<String, Object> resume() {
    return Map.of("draining", false, "sessionsNotStored", sessions.drain(false));
  }
}
