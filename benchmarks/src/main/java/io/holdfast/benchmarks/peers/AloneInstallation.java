package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Setup;
import io.holdfast.benchmarks.load.Store;
import io.holdfast.testkit.tomcat.TomcatProcess;

/** Tomcats that know nothing of each other. */
final class AloneInstallation implements Installation {

  private final SecondTomcat second;
  private final Bench bench;

  AloneInstallation(Bench bench) {
    this.bench = bench;
    this.second = new SecondTomcat(bench);
  }

  @Override
  public TomcatProcess first() {
    return bench.start(Setup.PLAIN, SecondTomcat.FIRST_ROUTE);
  }

  @Override
  public TomcatProcess second() {
    return second.with(Setup.PLAIN);
  }

  @Override
  public Store store() {
    return Store.NONE;
  }

  @Override
  public void close() {
    second.close();
  }
}
