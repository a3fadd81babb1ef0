package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Turn.Traffic;
import java.io.Closeable;
import java.io.IOException;

/** What keeps sessions outside of their Tomcat, as its own counters tell. */
@FunctionalInterface
public interface Store extends Closeable {

  /** Of a Tomcat that keeps its sessions to itself. */
  Store NONE = () -> Traffic.NONE;

  /** What it was sent since it started. */
  Traffic traffic();

  @Override
  default void close() throws IOException {}
}
