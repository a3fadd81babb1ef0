package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A session that a soak uses in several tabs of one browser. Each tab has attributes of its own, so
 * all that was answered must be there.
 */
final class SoakSession {

  private static final int TABS = 2;

  private final Mode mode;
  private final Visitor visitor;
  private final List<SoakTab> tabs;
  private int home;

  /** Begins the session. */
  SoakSession(Mode mode, String context, int home, List<TomcatProcess> tomcats, long seed) {
    this.mode = mode;
    this.home = home;
    this.visitor = new Visitor(context);
    visitor.ask(tomcats.get(home), "info");
    this.tabs =
        IntStream.range(0, TABS)
            .mapToObj(tab -> new SoakTab(visitor.copy(), "tab" + tab + "-", seed + tab))
            .toList();
  }

  /** The tabs, each to be used by one thread. */
  List<SoakTab> tabs() {
    return tabs;
  }

  /** The Tomcats that may be asked: a sticky session's own, or all. */
  List<TomcatProcess> served(List<TomcatProcess> tomcats) {
    return mode == Mode.STICKY ? List.of(tomcats.get(home)) : tomcats;
  }

  /** Sends the session to the next Tomcat, as a load balancer may at any time. */
  void move(List<TomcatProcess> tomcats) {
    home = (home + 1) % tomcats.size();
    visitor.ask(tomcats.get(home), "info");
    tabs.forEach(tab -> tab.follow(visitor));
  }

  /** What a Tomcat must say of the session now. */
  Map<String, String> expected() {
    Map<String, String> expected = new TreeMap<>();
    tabs.forEach(tab -> expected.putAll(tab.expected()));
    return expected;
  }

  /** What the session has that it should not have, or the other way round; empty if all is well. */
  List<String> differences(TomcatProcess tomcat) {
    return tabs.stream().flatMap(tab -> tab.differences(tomcat).stream()).toList();
  }

  /** Whether as many nodes as the mode promises hold just what is expected. */
  boolean isRedundant(List<SoakNode> nodes) {
    Map<String, String> expected = expected();
    long holding =
        nodes.stream()
            .map(node -> node.stored(visitor.id()))
            .filter(stored -> stored != null && stored.attributes().equals(expected))
            .count();
    return holding >= (mode == Mode.STICKY ? 1 : nodes.size());
  }

  /** What each node holds, for a message. */
  String describe(List<SoakNode> nodes) {
    return Stream.concat(
            Stream.of(visitor.id() + " must have " + expected()),
            nodes.stream().map(node -> node + " holds " + node.stored(visitor.id())))
        .toList()
        .toString();
  }
}
