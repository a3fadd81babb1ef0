package io.holdfast.benchmarks.engine;

/** A way of keeping sessions in a Tomcat: the attributes of {@code <Manager>}. */
public enum Mode {
  /** Stores nothing; the others are compared with it. */
  PLAIN("Tomcat's own manager", ""),
  STICKY_ASYNC("sticky, async", "sessionBackupAsync=\"true\""),
  STICKY_SYNC("sticky, sync", "sessionBackupAsync=\"false\" sessionBackupTimeout=\"10000\""),
  NONE("non-sticky, none", "sticky=\"false\" lockingMode=\"none\""),
  OPTIMISTIC("non-sticky, optimistic", "sticky=\"false\" lockingMode=\"optimistic\""),
  AUTO("non-sticky, auto", "sticky=\"false\" lockingMode=\"auto\""),
  ALL("non-sticky, all", "sticky=\"false\" lockingMode=\"all\"");

  private final String title;
  private final String attributes;

  Mode(String title, String attributes) {
    this.title = title;
    this.attributes = attributes;
  }

  /** How tables and charts call it. */
  @Override
  public String toString() {
    return title;
  }

  /** Attributes of {@code <Manager>}; empty for Tomcat's own. */
  public String attributes() {
    return attributes;
  }
}
