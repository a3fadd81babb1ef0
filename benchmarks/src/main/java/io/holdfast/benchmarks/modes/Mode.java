package io.holdfast.benchmarks.modes;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.load.Manager;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;

/** A way of keeping sessions, the first of which the others are compared with. */
enum Mode implements Manager {
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

  @Override
  public String title() {
    return title;
  }

  @Override
  public boolean isOurs() {
    return this != PLAIN;
  }

  /** As in {@code <Manager>}; none for Tomcat's own. */
  String attributes() {
    return attributes;
  }

  /** A Tomcat that keeps sessions so. */
  TomcatProcess start(Bench bench, Nodes nodes) throws IOException {
    return this == PLAIN ? bench.withoutStore() : bench.withStore(nodes, attributes);
  }
}
