package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Setup;
import io.holdfast.testkit.tomcat.TomcatProcess;
import org.jspecify.annotations.Nullable;

/** A Tomcat that is started when it is asked for the first time. */
final class SecondTomcat implements AutoCloseable {

  /** How the Tomcat that is measured is called. */
  static final String FIRST_ROUTE = "t1";

  private static final String ROUTE = "t2";

  private final Bench bench;
  private @Nullable TomcatProcess tomcat;

  SecondTomcat(Bench bench) {
    this.bench = bench;
  }

  /** The Tomcat; how it keeps sessions is heard the first time only. */
  TomcatProcess with(Setup setup) {
    TomcatProcess running = tomcat;
    if (running == null) {
      running = bench.start(setup, ROUTE);
      tomcat = running;
    }
    return running;
  }

  @Override
  public void close() {
    if (tomcat != null) {
      tomcat.close();
      tomcat = null;
    }
  }
}
