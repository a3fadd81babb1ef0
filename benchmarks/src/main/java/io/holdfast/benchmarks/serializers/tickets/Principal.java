package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import java.util.Map;

/** A user with what the directory says about it. */
@SuppressWarnings({"unused", "serial"})
final class Principal implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String id;
  private final Map<String, Object> attributes;

  Principal(String id, Map<String, Object> attributes) {
    this.id = id;
    this.attributes = attributes;
  }
}
