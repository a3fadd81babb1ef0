package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.load.Page;
import io.holdfast.benchmarks.load.Site;
import io.holdfast.benchmarks.load.Turn;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;

/** A contender that runs. */
final class Entrant implements AutoCloseable {

  private final Installation installation;
  private final TomcatProcess tomcat;
  private final Site site;
  private final int logStart;

  private Entrant(Installation installation, TomcatProcess tomcat, Site site) {
    this.installation = installation;
    this.tomcat = tomcat;
    this.site = site;
    this.logStart = tomcat.logs().length();
  }

  /** Starts it; what was started of one that fails is ended. */
  static Entrant open(Contender contender, Bench bench, int users) throws IOException {
    Installation installation = contender.open(bench);
    try {
      TomcatProcess tomcat = installation.first();
      return new Entrant(installation, tomcat, new Site(tomcat, installation.store(), users));
    } catch (IOException | RuntimeException e) {
      installation.close();
      throw e;
    }
  }

  /** Lets users ask for a page for a time. */
  Turn ask(Page page, Duration time) throws IOException, InterruptedException {
    return site.ask(page, time);
  }

  /** Lets visitors ask for a page so often, and ends the sessions that this made. */
  Turn visit(Page page, int visitors, int visits) throws IOException, InterruptedException {
    Turn turn = site.visit(page, visitors, visits);
    try (HttpConnection connection = new HttpConnection(tomcat.port())) {
      connection.get("/" + Bench.APPLICATION + "/clear", "");
    }
    site.awaitRest();
    return turn;
  }

  /** Looks at what the second Tomcat finds of the first one's sessions. */
  Behind behind() throws IOException {
    return BehindCheck.of(site, installation.second().port());
  }

  /** How many lines it has logged as warnings or worse since it was opened. */
  long complaints() {
    return tomcat
        .logs()
        .substring(logStart)
        .lines()
        .filter(line -> line.contains(" WARNING [") || line.contains(" SEVERE ["))
        .count();
  }

  @Override
  public void close() throws IOException {
    try {
      site.close();
    } finally {
      installation.close();
    }
  }
}
