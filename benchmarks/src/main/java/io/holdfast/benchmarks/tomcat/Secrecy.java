package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Field.Deployment;
import io.holdfast.benchmarks.engine.KeyFiles;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import io.holdfast.testkit.memcached.TlsFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request takes more with sealed records, with TLS, and with both. */
public final class Secrecy {

  private static final int USERS = 50;
  private static final List<Mode> MODES =
      List.of(Mode.STICKY_ASYNC, Mode.STICKY_SYNC, Mode.OPTIMISTIC);
  private static final List<Page> PAGES = List.of(Page.STATEFULL, Page.MODIFY_10);

  private Secrecy() {}

  /** What keeps others out. */
  private enum Means {
    NONE(""),
    SEALED(", sealed"),
    TLS(", TLS"),
    BOTH(", sealed, TLS");

    private final String behind;

    Means(String behind) {
      this.behind = behind;
    }

    boolean isSealed() {
      return this == SEALED || this == BOTH;
    }

    boolean isTls() {
      return this == TLS || this == BOTH;
    }
  }

  /** Runs it: about eight minutes. */
  public static void perform(Run run) throws Exception {
    Bench bench = new Bench(run.root());
    Duration warmUp = run.effort(Duration.ofSeconds(10), Duration.ofMillis(400));
    Duration turn =
        run.effort(Duration.ofSeconds(1), Duration.ofMillis(600), Duration.ofMillis(400));
    int rounds = run.effort(7, 5, 2);
    try (KeyFiles keys = KeyFiles.create()) {
      Certificates authority = keys.authority();
      Issued own = authority.issue("node", "ip:127.0.0.1");
      String tls = "tls=\"true\" tlsCaFile=\"%s\"".formatted(authority.certificate());
      String sealed = "encryptionKeyFile=\"%s\"".formatted(keys.file());
      try (Nodes plain = new Nodes();
          Nodes secured = new Nodes(new TlsFiles(own.certificate(), own.key(), null))) {
        Map<String, Deployment<Site>> sites = new LinkedHashMap<>();
        sites.put(
            Mode.PLAIN.toString(),
            () -> new Site(bench.start(plain, Mode.PLAIN.attributes()), plain.writes(), USERS));
        for (Mode mode : MODES) {
          for (Means means : Means.values()) {
            Nodes nodes = means.isTls() ? secured : plain;
            String attributes =
                String.join(
                    " ",
                    mode.attributes(),
                    means.isTls() ? tls : "",
                    means.isSealed() ? sealed : "");
            sites.put(
                mode + means.behind,
                () -> new Site(bench.start(nodes, attributes), nodes.writes(), USERS));
          }
        }
        Figures figures =
            Field.measure(
                run,
                sites,
                new Scenario<>(
                    "secrecy",
                    PAGES,
                    1,
                    rounds,
                    (site, page, round) -> Modes.ask(site, page, round < 1 ? warmUp : turn)));
        run.write(
            Run.BENCHMARKS,
            section(run.section(), figures)
                .with("versions", bench.versions(plain))
                .with("users", USERS)
                .withSeconds("turn", turn)
                .withSeconds("warm-up", warmUp)
                .with("rounds", rounds));
      }
    }
  }

  static Section section(Section section, Figures figures) {
    List<String> titles = new ArrayList<>(List.of(Mode.PLAIN.toString()));
    for (Mode mode : MODES) {
      for (Means means : Means.values()) {
        titles.add(mode + means.behind);
      }
    }
    Comparison comparison =
        new Comparison(
            figures, titles, Mode.PLAIN.toString(), PAGES.stream().map(Page::toString).toList());
    return section
        .with("cpu", comparison.ratios(Turn::cpuMicros, "%.1f µs"))
        .with("beside", comparison.mediansBeside(Turn::cpuMicros, "%.1f µs", Secrecy::withoutMeans))
        .with("latencies", comparison.latencies());
  }

  /** The same mode for all to see. */
  private static String withoutMeans(String title) {
    return title.replace(Means.SEALED.behind, "").replace(Means.TLS.behind, "");
  }
}
