package io.holdfast.benchmarks.tickets;

import static java.util.Objects.requireNonNull;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.ListeningProcess;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.report.BarChart;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import io.holdfast.benchmarks.tickets.Visit.Step;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.NodeProbe;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.catalina.util.ServerInfo;

/** Compares the forms of tickets: all users do the same step of their visits, and then the next. */
public final class Visits {

  static final int USERS = 20;

  /** Whole visits, whose operations are visits and whose bytes went to memcached and came back. */
  static final String VISITS = "on the wire";

  /** A ticket of a service, whose bytes are those in memcached. */
  static final String SERVICE_TICKET = "service ticket";

  /** What bytes are shown of. */
  static final List<String> SIZED =
      List.of("login ticket", "granting ticket", "after two services", SERVICE_TICKET, VISITS);

  /** The requests of the published steps. */
  static final String REQUESTS = "requests";

  private static final int LINE_OF_TOMCAT = 11;

  private Visits() {}

  /** One server with its memcached and its users. */
  private static final class Server implements Closeable {
    private final MemcachedProcess node = MemcachedProcess.start(new MemcachedLimits(256, 1 << 20));
    private final ListeningProcess process;
    private final Crowd users;

    Server(TicketForm form, Path directory) throws IOException {
      Path own = directory.resolve(form.name().toLowerCase(Locale.ROOT));
      try {
        this.process =
            ListeningProcess.start(
                own,
                LINE_OF_TOMCAT,
                System.getProperty("java.class.path"),
                List.of(
                    TicketServer.class.getName(),
                    form.name(),
                    Integer.toString(node.port()),
                    own.toString()));
        this.users = new Crowd(process.port(), USERS, TicketServer.COOKIE);
      } catch (IOException | RuntimeException e) {
        node.close();
        throw e;
      }
    }

    private static List<List<Visit>> visits(int each) {
      return IntStream.range(0, USERS)
          .mapToObj(Person::new)
          .map(person -> IntStream.range(0, each).mapToObj(i -> new Visit(person)).toList())
          .toList();
    }

    /** Does the next step of all visits, those of different people side by side. */
    private Turn perform(Step step, List<List<Visit>> visits)
        throws IOException, InterruptedException {
      List<Iterator<Visit>> next = visits.stream().map(List::iterator).toList();
      long start = System.nanoTime();
      Histogram waits =
          users.repeat(
              user -> next.get(user).hasNext(),
              (connection, user) -> next.get(user).next().perform(step, connection));
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Turn(waits.getTotalCount(), seconds, Double.NaN, Waits.of(waits), Traffic.NONE, 0);
    }

    /** Lets each user visit so many times. */
    Map<String, Turn> visit(int each) throws IOException, InterruptedException {
      List<List<Visit>> visits = visits(each);
      long bytesBefore = bytes();
      double cpuBefore = Bench.cpuSeconds(process.pid());
      Map<String, Turn> turns = new LinkedHashMap<>();
      for (Step step : Step.values()) {
        turns.put(step.title(), perform(step, visits));
      }
      double cpu = Bench.cpuSeconds(process.pid()) - cpuBefore;
      Traffic traffic = new Traffic(0, bytes() - bytesBefore);
      requireEmpty();
      List<Turn> published = Step.published().stream().map(turns::get).toList();
      turns.put(
          REQUESTS,
          Turn.of(
              published.stream().mapToLong(Turn::operations).sum(),
              published.stream().mapToDouble(Turn::seconds).sum(),
              cpu));
      double seconds = turns.values().stream().mapToDouble(Turn::seconds).sum();
      turns.put(VISITS, new Turn((long) USERS * each, seconds, cpu, Waits.NONE, traffic, 0));
      return turns;
    }

    /** Lets each user visit once, and looks at what lies in memcached meanwhile. */
    void visitForSizes(BiConsumer<String, Turn> seen) throws IOException, InterruptedException {
      List<List<Visit>> visits = visits(1);
      perform(Step.LOGIN_TICKET, visits);
      seen.accept("login ticket", sized("LT-"));
      perform(Step.CREDENTIALS, visits);
      seen.accept("granting ticket", sized("TGT-"));
      perform(Step.CAS_TICKET, visits);
      perform(Step.SAML_TICKET, visits);
      seen.accept("after two services", sized("TGT-"));
      seen.accept(SERVICE_TICKET, sized("ST-"));
      perform(Step.CAS_VALIDATION, visits);
      perform(Step.SAML_VALIDATION, visits);
      perform(Step.LOGOUT, visits);
      requireEmpty();
    }

    /** Values in memcached and their bytes. */
    private Turn sized(String prefix) {
      NodeProbe probe = node.probe();
      List<String> keys = probe.keys().stream().filter(key -> key.startsWith(prefix)).toList();
      long bytes = keys.stream().mapToLong(key -> requireNonNull(probe.get(key)).length).sum();
      return new Turn(keys.size(), 1, 0, Waits.NONE, new Traffic(0, bytes), 0);
    }

    /** Checks that no ticket is left after all users have logged out. */
    private void requireEmpty() {
      int left = node.probe().itemCount();
      if (left != 0) {
        throw new IllegalStateException(left + " tickets are left after all have logged out");
      }
    }

    private long bytes() {
      Map<String, String> stats = node.probe().stats();
      return Stream.of("bytes_read", "bytes_written")
          .mapToLong(name -> Long.parseLong(stats.getOrDefault(name, "0")))
          .sum();
    }

    @Override
    public void close() throws IOException {
      try {
        users.close();
      } finally {
        process.close();
        node.close();
      }
    }
  }

  public static void perform(Run run) throws Exception {
    int visits = run.effort(75, 25);
    int warmUps = run.effort(4, 3, 1);
    int rounds = run.effort(7, 4, 2);
    Path directory = run.root().resolve("benchmarks/target/tickets");
    Map<String, Callable<Server>> servers = new LinkedHashMap<>();
    for (TicketForm form : TicketForm.values()) {
      servers.put(form.title(), () -> new Server(form, directory));
    }
    try (Field<Server> field = Field.of(run, servers)) {
      Figures figures =
          field.measure(
              new Scenario<>(
                  "tickets",
                  List.of(VISITS),
                  warmUps,
                  rounds,
                  (server, subject, round) -> server.visit(visits)));
      field.each(
          "sizes",
          (title, server) ->
              server.visitForSizes((subject, turn) -> figures.add(title, subject, turn)));
      run.image("tickets.svg", chart(figures));
      run.write(
          Run.BENCHMARKS,
          section(run.section(), figures)
              .with("server", ServerInfo.getServerInfo())
              .with("memcached", field.get(TicketForm.SPYMEMCACHED.title()).node.probe().version())
              .with("users", USERS)
              .with("visits", visits)
              .with("rounds", rounds)
              .with("warm-ups", warmUps));
    }
  }

  private static Comparison beside(Figures figures, List<String> subjects) {
    return new Comparison(
        figures,
        Stream.of(TicketForm.values()).map(TicketForm::title).toList(),
        TicketForm.SPYMEMCACHED.title(),
        subjects);
  }

  private static double millis(Turn turn) {
    return turn.cpuMicros() / 1e3;
  }

  static Section section(Section section, Figures figures) {
    String kryo = TicketForm.KRYO.title();
    String reference = TicketForm.SPYMEMCACHED.title();
    Comparison all = beside(figures, List.of("requests/s", "processor time for a visit"));
    return section
        .withRatio("rate of kryo", all.ratio(kryo, REQUESTS, Turn::rate).median())
        .withRatio("cpu of kryo", all.ratio(kryo, VISITS, Turn::cpuMicros).median())
        .withRatio("bytes of kryo", all.ratio(kryo, SERVICE_TICKET, Turn::bytes).median())
        .with(
            "together",
            Table.grid(
                all.contenders(),
                all.subjects(),
                (who, what) ->
                    what.equals("requests/s")
                        ? all.medianBeside(who, reference, REQUESTS, Turn::rate, "%,.0f")
                        : all.medianBeside(who, reference, VISITS, Visits::millis, "%.2f ms")))
        .with(
            "steps",
            beside(figures, Step.published())
                .table(
                    (who, step) ->
                        "%.2f ± %.2f; %,.0f/s"
                            .formatted(
                                figures.of(who, step, turn -> turn.waits().mean()).median(),
                                figures.of(who, step, turn -> turn.waits().deviation()).median(),
                                figures.of(who, step, Turn::rate).median())))
        .with(
            "bytes",
            beside(figures, SIZED)
                .table(
                    (who, what) -> "%,.0f".formatted(figures.of(who, what, Turn::bytes).median())));
  }

  private static BarChart chart(Figures figures) {
    Comparison forms = beside(figures, List.of());
    return new BarChart()
        .panel(
            "requests a second, the six steps together", forms.bars(REQUESTS, Turn::rate, "%,.0f"))
        .panel(
            "processor time of the Tomcat for a visit, ms",
            forms.bars(VISITS, Visits::millis, "%.2f"))
        .panel(
            "bytes of a service ticket in memcached",
            forms.bars(SERVICE_TICKET, Turn::bytes, "%,.0f"));
  }
}
