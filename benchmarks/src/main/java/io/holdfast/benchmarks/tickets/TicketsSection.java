package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.Spread;
import io.holdfast.benchmarks.WebAppContext;
import io.holdfast.benchmarks.tickets.server.TicketForm;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.util.ServerInfo;

/** The section of the document: what was done, three tables, one chart. */
final class TicketsSection {

  static final String IMAGE = "tickets.svg";

  private final Figures figures;
  private final Effort effort;
  private final String machine;
  private final String memcached;

  TicketsSection(Figures figures, Effort effort, String machine, String memcached) {
    this.figures = figures;
    this.effort = effort;
    this.machine = machine;
    this.memcached = memcached;
  }

  @Override
  public String toString() {
    return """
        ## Tickets of a single sign-on

        The experiment of CAS on Kryo (2012): a single sign-on server, small but on a real Tomcat, keeps its
        tickets in a memcached through spymemcached, and nothing in sessions. A visit is: get a login ticket, post
        credentials, get a ticket for a service that speaks CAS 2 and one for a service that speaks SAML, validate
        both; then both are validated again, and the user logs out. A service ticket is stored with the login that
        granted it, as CAS does; that has what the directory says about the user, and refers back to the ticket.

        %d users, each with a connection, visit %d times in a turn; all of them do the same step, and then the
        next. "spymemcached's own" is the library's SerializingTranscoder; the others are
        [`SpymemcachedTranscoder`](serializer-extension.md) around each of our serializers, with the class filter,
        the limits and the checksum. There is one Tomcat and one memcached for each. They take turns, %d rounds
        after %d to warm up, every second one in the other order. Every answer is checked: the name and all
        attributes, that a ticket hangs on the login that granted it, that it is refused the second time, and that
        memcached is empty when all have logged out; anything else ends the run.

        Published in 2012: kryo brings 25 %% more throughput than java and takes less than half the bytes. Here,
        beside spymemcached's own serialization in the same rounds: %.2f times its requests a second, %.2f times
        its processor time, %.2f times its bytes for a service ticket.

        %s- JDK %s; %s (embedded) with -Xmx%s, Serial collector; memcached %s; users, Tomcats
          and nodes share the machine

        ![Requests a second, processor time and bytes](images/%s)

        ### All steps together

        Requests a second are those of the six published steps; processor time is that of the Tomcat's process
        for a whole visit, all threads and garbage collection included, and the steadier figure. Median of the
        rounds; in brackets the median of the ratios within a round, with the least and the most.

        %s
        ### What a user waits, step by step

        Average and standard deviation of all answers in milliseconds, and requests a second (median of the
        rounds).

        %s
        ### Bytes in memcached

        Mean of %d users, without the key and what memcached adds to each. "On the wire" is what a whole visit
        sends to memcached and gets from it.

        %s
        """
        .formatted(
            effort.users(),
            effort.visits(),
            effort.rounds(),
            effort.warmUps(),
            figures.ratio(TicketForm.KRYO, Turn::rate).median(),
            figures.ratio(TicketForm.KRYO, Turn::cpuMillis).median(),
            bytesOfKryo(),
            machine,
            WebAppContext.jdk(),
            ServerInfo.getServerInfo(),
            ServerProcess.HEAP,
            memcached,
            IMAGE,
            together(),
            steps(),
            effort.users(),
            bytes());
  }

  private double bytesOfKryo() {
    return figures.sizes(TicketForm.KRYO).serviceTicket()
        / figures.sizes(TicketForm.SPYMEMCACHED).serviceTicket();
  }

  private String together() {
    return "| | requests/s | processor time for a visit |\n|---|---:|---:|\n"
        + rows(
            form ->
                "%s | %s"
                    .formatted(
                        figure(form, Turn::rate, "%,.0f"),
                        figure(form, Turn::cpuMillis, "%.2f ms")));
  }

  private String figure(TicketForm form, ToDoubleFunction<Turn> figure, String format) {
    String median = format.formatted(figures.of(form, figure).median());
    if (form == TicketForm.SPYMEMCACHED) {
      return median;
    }
    Spread ratio = figures.ratio(form, figure);
    return median + " (%.2f, %.2f to %.2f)".formatted(ratio.median(), ratio.least(), ratio.most());
  }

  private String steps() {
    return Step.published().stream()
            .map(Step::title)
            .collect(Collectors.joining(" | ", "| | ", " |\n"))
        + "|---|"
        + "---:|".repeat(Step.published().size())
        + "\n"
        + rows(
            form ->
                Step.published().stream()
                    .map(step -> step(form, step))
                    .collect(Collectors.joining(" | ")));
  }

  private String step(TicketForm form, Step step) {
    Timing timing = figures.timing(form, step);
    Spread rate = figures.of(form, turn -> turn.timing(step).rate());
    return "%.2f ± %.2f; %,.0f/s".formatted(timing.average(), timing.deviation(), rate.median());
  }

  private String bytes() {
    return "| | login ticket | granting ticket | after two services | service ticket | on the wire |\n"
        + "|---|---:|---:|---:|---:|---:|\n"
        + rows(
            form -> {
              Sizes sizes = figures.sizes(form);
              return "%,.0f | %,.0f | %,.0f | %,.0f | %,.0f"
                  .formatted(
                      sizes.loginTicket(),
                      sizes.grantingTicket(),
                      sizes.usedGrantingTicket(),
                      sizes.serviceTicket(),
                      figures.of(form, Turn::bytesEach).median());
            });
  }

  private static String rows(Function<TicketForm, String> content) {
    return Stream.of(TicketForm.values())
        .map(form -> "| %s | %s |\n".formatted(form.title(), content.apply(form)))
        .collect(Collectors.joining());
  }
}
