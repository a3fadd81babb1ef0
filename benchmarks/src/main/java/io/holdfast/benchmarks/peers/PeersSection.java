package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.load.Aims;
import io.holdfast.benchmarks.load.ManagersTable;
import io.holdfast.benchmarks.load.Page;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section of the document: tables and charts, and what the figures do not tell. */
final class PeersSection {

  static final String PUBLISHED_IMAGE = "peers-published.svg";
  static final String CPU_IMAGE = "peers-cpu.svg";

  /** As many times as kryo. */
  private static final double JAVA_MAY_COST = 1.5;

  private static final List<Contender> ALL = List.of(Contender.values());

  private final Results results;
  private final Effort effort;
  private final String surroundings;

  PeersSection(Results results, Effort effort, String surroundings) {
    this.results = results;
    this.effort = effort;
    this.surroundings = surroundings;
  }

  @Override
  public String toString() {
    return head() + published() + users() + behind() + hidden() + failures();
  }

  private String head() {
    return """
        ## Beside other session managers

        The experiment of the performance page of memcached-session-manager (MSM), repeated with the managers
        that a user of Tomcat 9.0 can take; MSM runs on no later line. There is one Tomcat for each. They take
        turns: one page on all of them, then the next page;
        %s.
        The first row is Tomcat's own manager, which stores nothing; the others are divided by what it did in
        the same round: median, with the least and the most.

        MSM and Holdfast have two memcached nodes of their own each. Redisson has a Redis and its defaults.
        Tomcat's DeltaManager sends what changed to a second Tomcat, which is its store here, asynchronously,
        as it does by default; processor time is that of the first Tomcat only, as it is without memcached for
        the others. Tomcat's PersistentManager writes each session that was used into a file once a second,
        which is as often as it can.

        %s
        """
        .formatted(rounds(), surroundings);
  }

  private String rounds() {
    return effort.rounds() == 1
        ? "one round of that: **a quick run, which shows that it works and is too little to compare**"
        : "%d rounds of that, every second one in the other order".formatted(effort.rounds());
  }

  private String published() {
    ManagersTable table = new ManagersTable(results.visitors(), ALL, PeersMeasurement.PUBLISHED);
    return """
        ### The published load

        As `ab -n %d -c %d` without `-k`: %2$d requests at the same time, %1$,d in all, each with a connection
        of its own and without a cookie, so that each makes a session where the page has one. The time runs up
        to the last backup that waited.

        Published in 2010, in requests a second without a manager and divided by that with one, and the same
        here. That machine had other processors; only the quotients can be compared.

        %3$s
        ![Requests a second](images/%4$s)

        Requests a second:

        %5$s
        Processor time of the Tomcat for each request:

        %6$s
        Operations of the store, and bytes sent to it, for each request:

        %7$s
        """
        .formatted(
            effort.visits(),
            effort.visitors(),
            Published.table(results.visitors()),
            PUBLISHED_IMAGE,
            table.throughput(),
            table.cpu(),
            table.traffic());
  }

  private String users() {
    ManagersTable table = new ManagersTable(results.users(), ALL, List.of(Page.values()));
    return """
        ### Users who come back

        %d users, each with a connection and cookies of their own, ask for one page for %s, again as soon as
        an answer is there. Before, each page was asked for during %s on each Tomcat. Each answer is compared
        with the one before: a counter has to go on by one, for example.

        Requests a second, up to the last backup that waited:

        %s
        Processor time of the Tomcat for each request, which is the steadier figure:

        ![Processor time for each request](images/%s)

        %s
        What a user waits: half of the answers, and 99 of 100, came within:

        %s
        Operations of the store, and bytes sent to it, for each request:

        %s
        Wrong answers: errors, lost sessions, and values that are not the ones after the last:

        %s
        """
        .formatted(
            effort.users(),
            seconds(effort.turn().toMillis()),
            seconds(effort.warmUp().toMillis()),
            table.throughput(),
            CPU_IMAGE,
            table.cpu() + aims(table),
            table.latencies(),
            table.traffic(),
            table.wrong());
  }

  private static String aims(ManagersTable table) {
    return table.aims(Contender.KRYO_ASYNC, Aims.STICKY_ASYNC)
        + table.aims(Contender.JAVA_ASYNC, Aims.STICKY_ASYNC.times(JAVA_MAY_COST))
        + table.aims(Contender.KRYO_SYNC, Aims.STICKY_SYNC)
        + table.aims(Contender.KRYO_OPTIMISTIC, Aims.OPTIMISTIC);
  }

  private static String seconds(long millis) {
    return millis % 1000 == 0
        ? (millis == 1000 ? "1 second" : millis / 1000 + " seconds")
        : "%.2f seconds".formatted(millis / 1000.0);
  }

  private String behind() {
    return """
        ### Sessions behind

        %d sessions, %d quick requests to each, one after the other over one connection. %d seconds after the
        last, another Tomcat with the same manager is asked for each. "Behind" are those that it knows with an
        older content than the first Tomcat had answered with, "lost" those that it does not know. "Logged" is
        how many warnings and errors the first Tomcat logged in the whole run after its start.

        | | behind | lost | logged |
        | --- | ---: | ---: | ---: |
        %s
        """
        .formatted(BehindCheck.SESSIONS, BehindCheck.HITS, BehindCheck.PAUSE.toSeconds(), rows());
  }

  private String rows() {
    return Stream.of(Contender.values())
        .map(
            contender -> {
              Behind behind = results.behind().get(contender);
              Long logged = results.complaints().get(contender);
              return "| %s | %s | %s | %s |\n"
                  .formatted(
                      contender.title(),
                      behind == null ? "" : behind.stale() + " of " + behind.sessions(),
                      behind == null ? "" : behind.lost() + " of " + behind.sessions(),
                      logged == null ? "" : "%,d".formatted(logged));
            })
        .collect(Collectors.joining());
  }

  private static String hidden() {
    return """
        ### What these figures hide

        - A manager that stores less has less to do. MSM's asynchronous backups are cheap because most of them do
          not happen: see the operations for each request that changes something, then the sessions that are
          behind. A backup that meets its session while that is being changed fails with an entry in the log.
          Where it then stores next to nothing any more, sessions are not behind, but lost
          ([performance](performance.md#what-was-aimed-at-and-what-it-takes)).
          Holdfast also leaves out backups that a later one replaces, but the last one always comes: none of its
          sessions may be behind.
        - MSM's synchronous backups make one write for each request, and still leave sessions behind. Its non-sticky
          sessions are saved when the answer is already complete. A user whose next request is there before that
          gets the session as it was, or none; these are the wrong answers, and their figures are those of a manager
          that does not wait for its own writes.
        - PersistentManager's cost depends on how many sessions were used in a second, not on requests, so it looks
          cheap where few users ask often; whether one of its seconds ends within a turn is chance. What was changed
          within the last second is lost with the Tomcat. Its two seconds here are long enough for all.
        - DeltaManager keeps every session in the heap of every Tomcat, and its second Tomcat takes processor time
          as well. It sends what was set with `setAttribute`; what was changed in place and not set again stays
          behind. All pages here set what they changed. Several threads send, so that messages of one session
          can overtake each other; that is presumably where its sessions behind come from. The settings with
          which it waits for the other Tomcat were not measured.
        - Redisson asks the store while the application runs, attribute by attribute, so its requests wait for it.
          Like DeltaManager, it does not see a change in place.
        - The pages that read ask for attributes and change none. Whoever trusts `setAttribute` has nothing to do
          there. MSM and Holdfast compare what a session holds with what was stored, so that a change in place is
          found.
        - MSM with kryo runs here with newer libraries than it was published with. As published it stores nothing
          on Java 17, although every page is answered.
        - MSM's parts for XStream and Javolution are of its release 2.1.1, the last one in which Maven Central has
          them. The XStream that it names starts on Java 17 only with two more packages opened, as here. The
          Javolution that it names is not there; it has 5.5.1, as ours has. With it MSM stores a `Date` without
          its time: on the other Tomcat all dates of the 1 to 100 KB are in 1970, where no page looks at them,
          and its records are smaller by as much.
        - With a new session for each request, as in the published load, nothing is ever read back, and no backup
          is replaced by a later one. Making connections takes more of the time than sessions do.
        """;
  }

  private String failures() {
    List<String> failures = results.failures();
    return failures.isEmpty()
        ? ""
        : failures.stream()
            .map(failure -> "- " + failure + "\n")
            .collect(Collectors.joining("", "\n### What could not be measured\n\n", ""));
  }
}
