package io.holdfast.sessions.explore;

import io.holdfast.core.config.Granularity;
import java.util.List;
import java.util.Set;

/**
 * What is played: who asks for what, and what may go wrong.
 *
 * @param tomcats how many there are
 * @param nodes how many there are
 * @param copies how many nodes hold a session
 * @param granularity of the records
 * @param leased whether each request that raises the counter has the session to itself
 * @param clients whose requests run side by side
 * @param faults how many of them may happen in one play
 * @param kinds of faults that may happen
 * @param opening how it begins
 * @param stragglers whether a Tomcat may, once, store the sessions that are not where they should
 *     be
 * @param lapse how time passes
 * @param background whether the sessions are sticky, and no request waits for its save: all clients
 *     come to the first Tomcat then
 */
record Scenario(
    int tomcats,
    int nodes,
    int copies,
    Granularity granularity,
    boolean leased,
    List<List<Turn>> clients,
    int faults,
    Set<Fault> kinds,
    Opening opening,
    boolean stragglers,
    Lapse lapse,
    boolean background) {

  Scenario {
    clients = List.copyOf(clients);
    kinds = Set.copyOf(kinds);
  }

  /** Two nodes, two copies, no faults, no lease, no clients. */
  static Scenario of(int tomcats) {
    return new Scenario(
        tomcats,
        2,
        2,
        Granularity.ATTRIBUTE,
        false,
        List.of(),
        0,
        Set.of(),
        Opening.SOUND,
        false,
        Lapse.NONE,
        false);
  }

  /** The same with clients. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  static Scenario of(List<Turn>... clients) {
    int tomcats =
        1 + List.of(clients).stream().flatMap(List::stream).mapToInt(Turn::tomcat).max().orElse(0);
    return new Scenario(
        tomcats,
        2,
        2,
        Granularity.ATTRIBUTE,
        false,
        List.of(clients),
        0,
        Set.of(),
        Opening.SOUND,
        false,
        Lapse.NONE,
        false);
  }

  Scenario with(int faultsPerPlay, Fault... ofKinds) {
    return new Scenario(
        tomcats,
        nodes,
        copies,
        granularity,
        leased,
        clients,
        faultsPerPlay,
        Set.of(ofKinds),
        opening,
        stragglers,
        lapse,
        background);
  }

  Scenario on(int nodeCount, int copyCount) {
    return new Scenario(
        tomcats,
        nodeCount,
        copyCount,
        granularity,
        leased,
        clients,
        faults,
        kinds,
        opening,
        stragglers,
        lapse,
        background);
  }

  Scenario withLease() {
    return new Scenario(
        tomcats,
        nodes,
        copies,
        granularity,
        true,
        clients,
        faults,
        kinds,
        opening,
        stragglers,
        lapse,
        background);
  }

  Scenario in(Granularity other) {
    return new Scenario(
        tomcats,
        nodes,
        copies,
        other,
        leased,
        clients,
        faults,
        kinds,
        opening,
        stragglers,
        lapse,
        background);
  }

  Scenario beginning(Opening other) {
    return new Scenario(
        tomcats,
        nodes,
        copies,
        granularity,
        leased,
        clients,
        faults,
        kinds,
        other,
        stragglers,
        lapse,
        background);
  }

  /** The same with a large session, see {@link Opening}. */
  Scenario large() {
    return beginning(opening.large());
  }

  Scenario withStragglers() {
    return new Scenario(
        tomcats,
        nodes,
        copies,
        granularity,
        leased,
        clients,
        faults,
        kinds,
        opening,
        true,
        lapse,
        background);
  }

  /**
   * The same session with another interval, while time passes.
   *
   * @param interval in seconds
   * @param seconds that pass, one after the other
   */
  Scenario lasting(int interval, Integer... seconds) {
    return new Scenario(
        tomcats,
        nodes,
        copies,
        granularity,
        leased,
        clients,
        faults,
        kinds,
        opening,
        stragglers,
        new Lapse(interval, List.of(seconds)),
        background);
  }

  /** The same with sticky sessions, whose requests are answered before they are saved. */
  Scenario inBackground() {
    return new Scenario(
        tomcats,
        nodes,
        copies,
        granularity,
        leased,
        clients,
        faults,
        kinds,
        opening,
        stragglers,
        lapse,
        true);
  }
}
