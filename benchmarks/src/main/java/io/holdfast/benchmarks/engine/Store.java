package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Turn.Traffic;

/** What keeps sessions outside of their Tomcat, as its own counters tell. */
@FunctionalInterface
public interface Store {

  /** Of a Tomcat that keeps its sessions to itself. */
  Store NONE = () -> Traffic.NONE;

  /** What it was sent since it started. */
  Traffic traffic();
}
