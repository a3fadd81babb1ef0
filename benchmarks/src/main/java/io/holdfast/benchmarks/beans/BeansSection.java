package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.Spread;
import io.holdfast.benchmarks.WebAppContext;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section of the document: what was done, two tables, one chart. */
final class BeansSection {

  static final String IMAGE = "beans.svg";

  private final Figures figures;
  private final Effort effort;
  private final Map<Kind, Abandonment> abandoned;
  private final String machine;
  private final String versions;

  BeansSection(
      Figures figures,
      Effort effort,
      Map<Kind, Abandonment> abandoned,
      String machine,
      String versions) {
    this.figures = figures;
    this.effort = effort;
    this.abandoned = abandoned;
    this.machine = machine;
    this.versions = versions;
  }

  @Override
  public String toString() {
    return """
        ## HttpSession or stateful session bean

        The experiment of 2002: users without time to think, each of whom has one session after the other, of
        %d requests that store %d bytes each, and one that ends it. Type 0 keeps them in the HttpSession, type 1
        in a stateful session bean to which the session refers, and which is removed when the session ends, type 2
        in one that is not removed: TomEE writes it to a file when there are more than a thousand. Each type runs
        on an embedded TomEE of its own, with Tomcat's own manager, which stores nothing, and with ours (sticky,
        async, kryo). They take turns of %.1f s, %d round%s, every second one in the other order. Every answer is
        checked, and at its end that the session has all its parts. The time of a turn lasts until memcached
        holds nothing of it: a session that has ended leaves nothing.

        What is stored of type 1 and 2 is the session with the user's name, and not the bean: a bean lives in
        its server. See [frameworks](frameworks.md#stateful-session-beans).

        Published in 2002: types 0 and 1 within 1 %%, type 2 collapses. Here, median of the ratios within a
        round: type 1 does %.2f times the requests of type 0 with Tomcat's manager and %.2f times with ours,
        type 2 %.2f and %.2f times. With our manager, type 0 does %.2f times the requests of Tomcat's own, type 1
        %.2f times, type 2 %.2f times.

        %s- JDK %s; %s, with -Xmx%s, Serial collector; users, servers and nodes share the machine

        ![Requests a second](images/%s)

        Requests a second, median; with ours in brackets the median of the ratios to Tomcat's own in the same
        round, with the least and the most:

        %s
        Microseconds of the process for each request, all threads and garbage collection included, likewise:

        %s
        %s
        """
        .formatted(
            Shopper.PARTS,
            Shopper.PART,
            effort.turn().toMillis() / 1e3,
            effort.rounds(),
            effort.rounds() == 1 ? "" : "s",
            byType(Keeper.TOMCAT, Kind.REMOVED),
            byType(Keeper.HOLDFAST, Kind.REMOVED),
            byType(Keeper.TOMCAT, Kind.LEFT),
            byType(Keeper.HOLDFAST, Kind.LEFT),
            byKeeper(Kind.SESSION),
            byKeeper(Kind.REMOVED),
            byKeeper(Kind.LEFT),
            machine,
            WebAppContext.jdk(),
            versions,
            Site.HEAP,
            IMAGE,
            table(Turn::rate),
            table(Turn::cpuMicros),
            abandonment());
  }

  private double byType(Keeper keeper, Kind kind) {
    Server server = new Server(keeper, kind);
    return figures.ratio(server, server.withoutBeans(), effort.users(), Turn::rate).median();
  }

  private double byKeeper(Kind kind) {
    Server server = new Server(Keeper.HOLDFAST, kind);
    return figures.ratio(server, server.plain(), effort.users(), Turn::rate).median();
  }

  private String table(ToDoubleFunction<Turn> figure) {
    return line("", users -> users + " users")
        + line("---", users -> "---:")
        + Stream.of(Kind.values())
            .flatMap(kind -> Stream.of(Keeper.values()).map(keeper -> new Server(keeper, kind)))
            .map(
                server ->
                    line(
                        "%d: %s".formatted(server.kind().type(), server.title()),
                        users -> figure(new Cell(server, users), figure)))
            .collect(Collectors.joining());
  }

  private String figure(Cell cell, ToDoubleFunction<Turn> figure) {
    String median = "%,.0f".formatted(figures.of(cell, figure).median());
    if (cell.server().keeper() == Keeper.TOMCAT) {
      return median;
    }
    Spread ratio = figures.ratio(cell, cell.server().plain(), figure);
    return median + " (%.2f, %.2f to %.2f)".formatted(ratio.median(), ratio.least(), ratio.most());
  }

  private String line(String head, Function<Integer, String> content) {
    return effort.users().stream()
        .map(content)
        .collect(Collectors.joining(" | ", "| " + head + " | ", " |\n"));
  }

  private String abandonment() {
    return Stream.of(Kind.values())
        .map(
            kind -> {
              Abandonment seen = Objects.requireNonNull(abandoned.get(kind));
              return "%d of type %d after %.1f s"
                  .formatted(seen.sessions(), kind.type(), seen.seconds());
            })
        .collect(
            Collectors.joining(
                ", ",
                "Sessions that nobody ends, with an interval of %d s, were in memcached and gone by themselves:\n"
                    .formatted(Abandonment.IDLE),
                "."));
  }
}
