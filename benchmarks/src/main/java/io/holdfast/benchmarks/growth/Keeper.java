package io.holdfast.benchmarks.growth;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;

/** Who keeps the sessions; the first is the one that the others are compared with. */
enum Keeper {
  TOMCAT("Tomcat's own manager", ""),
  STICKY("sticky", "sticky=\"true\""),
  /** Idle from the first look on: a user's sessions are that after a minute. */
  ANYWHERE("non-sticky", "sticky=\"false\" maxIdleDecoded=\"0\" processExpiresFrequency=\"1\"");

  private final String title;
  private final String attributes;

  Keeper(String title, String attributes) {
    this.title = title;
    this.attributes = attributes;
  }

  String title() {
    return title;
  }

  /** How often each session lies on so many nodes. */
  int copies(int nodes) {
    return switch (this) {
      case TOMCAT -> 0;
      case STICKY -> 1;
      case ANYWHERE -> Math.min(2, nodes);
    };
  }

  /** A Tomcat that keeps sessions so. */
  TomcatProcess start(Bench bench, Nodes nodes) throws IOException {
    return this == TOMCAT ? bench.withoutStore() : bench.withStore(nodes, attributes);
  }
}
