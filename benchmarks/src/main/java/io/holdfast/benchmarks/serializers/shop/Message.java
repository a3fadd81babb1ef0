package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is shown to a customer on the next page. */
@SuppressWarnings({"unused", "serial"})
final class Message implements Serializable {

  private static final long serialVersionUID = 1L;

  /** How it is shown. */
  enum Severity {
    INFO,
    WARNING
  }

  private final Severity severity;
  private final String key;
  private final List<Object> arguments;
  private final Instant time;

  Message(Severity severity, String key, Instant time, List<Object> arguments) {
    this.severity = severity;
    this.key = key;
    this.time = time;
    this.arguments = new ArrayList<>(arguments);
  }
}
