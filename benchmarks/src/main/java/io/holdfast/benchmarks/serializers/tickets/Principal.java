package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import java.util.Map;

/** A user with what the directory says about it. */
@SuppressWarnings("serial")
public final class Principal implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String id;
  private final Map<String, Object> attributes;

  /** Creates it; keeps the map. */
  public Principal(String id, Map<String, Object> attributes) {
    this.id = id;
    this.attributes = attributes;
  }

  /** The name to log in with. */
  public String id() {
    return id;
  }

  /** What the directory says. */
  public Map<String, Object> attributes() {
    return attributes;
  }
}
