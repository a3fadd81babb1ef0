package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A visitor whose session's events are noted, through all ids that it has. */
final class Witness {

  private final String context;
  private final Visitor visitor;
  private final List<String> bases = new ArrayList<>();

  Witness(String context) {
    this(context, new Visitor(context), List.of());
  }

  private Witness(String context, Visitor visitor, List<String> bases) {
    this.context = context;
    this.visitor = visitor;
    this.bases.addAll(bases);
  }

  /** Another tab of the same browser. */
  Witness copy() {
    return new Witness(context, visitor.copy(), bases);
  }

  Visitor visitor() {
    return visitor;
  }

  /** Sends commands that must succeed, in order; returns the last answer. */
  Map<String, String> ask(TomcatProcess tomcat, String... commands) {
    Map<String, String> answer = Map.of();
    for (String command : commands) {
      answer = visitor.ask(tomcat, command);
      remember();
    }
    return answer;
  }

  private void remember() {
    String id = visitor.browser.cookie("JSESSIONID");
    if (id != null && !bases.contains(Cluster.key(id))) {
      bases.add(Cluster.key(id));
    }
  }

  /** The id of the session, as the cookie says. */
  String id() {
    return visitor.id();
  }

  /** What a Tomcat's listeners have heard of the session so far, in order. */
  List<String> replies(TomcatProcess tomcat) {
    Path file = tomcat.base().resolve("heard-" + context + ".txt");
    try {
      return !Files.exists(file)
          ? List.of()
          : Files.readAllLines(file).stream()
              .filter(line -> bases.contains(line.substring(0, line.indexOf(' '))))
              .map(line -> line.substring(line.indexOf(' ') + 1))
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many of the events that a Tomcat's listeners have heard begin like this. */
  long count(TomcatProcess tomcat, String event) {
    return replies(tomcat).stream().filter(line -> line.startsWith(event)).count();
  }

  /** How often listeners in these Tomcats heard of the session's end. */
  long ends(TomcatProcess... tomcats) {
    return Stream.of(tomcats).mapToLong(tomcat -> count(tomcat, "last destroyed")).sum();
  }

  @Override
  public String toString() {
    return context + " " + bases;
  }
}
