package io.holdfast.dist;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A user with a browser of their own who uses one context of the probe application. */
final class Visitor {

  final Browser browser;
  private final String context;

  Visitor(String context) {
    this(context, new Browser());
  }

  private Visitor(String context, Browser browser) {
    this.context = context;
    this.browser = browser;
  }

  /** Another tab of the same browser, as it is now. */
  Visitor copy() {
    return new Visitor(context, browser.copy());
  }

  /** The same browser in another context. */
  Visitor in(String otherContext) {
    return new Visitor(otherContext, browser);
  }

  /** The context that is used. */
  String context() {
    return context;
  }

  /** Gets a path of the context, such as {@code change?name=a&value=b}. */
  Response get(TomcatProcess tomcat, String path) {
    return browser.get(tomcat.port(), "/" + context + "/" + path);
  }

  /** Sends a command, such as {@code set?name=a&value=b}, to one of the Tomcats. */
  Response at(TomcatProcess tomcat, String command) {
    return get(tomcat, "probe/" + command);
  }

  /** Sends a command, and returns with the head of the answer. */
  OpenResponse open(TomcatProcess tomcat, String command) {
    return browser.open(tomcat.port(), "/" + context + "/probe/" + command);
  }

  /**
   * Gets a path of the context; while the answer says that the store does not answer in time, as on
   * a machine with too much to do, asks again, as it says. What is asked may be done twice.
   *
   * @throws AssertionError if there is another answer than 200 in the end
   */
  Response insist(TomcatProcess tomcat, String path) {
    Response[] last = new Response[1];
    Await.until(
        path + " is answered",
        () -> {
          last[0] = get(tomcat, path);
          return last[0].status() != 503 || !last[0].headers().containsKey("retry-after");
        });
    if (last[0].status() != 200) {
      throw new AssertionError(path + " answered " + last[0] + tomcat.logs());
    }
    return last[0];
  }

  /** Sends a command that must succeed, and reads the lines of the answer. */
  Map<String, String> ask(TomcatProcess tomcat, String command) {
    Response response = at(tomcat, command);
    if (response.status() != 200) {
      throw new AssertionError(
          command + " answered " + response.status() + ": " + response.body() + tomcat.logs());
    }
    return lines(response);
  }

  /** The value behind the one {@code =} that the answer to a command has. */
  String value(TomcatProcess tomcat, String command) {
    return value(command, ask(tomcat, command));
  }

  /** The same, asked for as {@link #insist} does. */
  String insistValue(TomcatProcess tomcat, String command) {
    return value(command, lines(insist(tomcat, "probe/" + command)));
  }

  private static String value(String command, Map<String, String> lines) {
    if (lines.size() != 1) {
      throw new AssertionError(command + " answered " + lines);
    }
    return lines.values().iterator().next();
  }

  /** What the application's listeners in a Tomcat heard of a session, by the base of its id. */
  List<String> events(TomcatProcess tomcat, String id) {
    String base = Cluster.key(id);
    return Arrays.stream(new Visitor(context).at(tomcat, "events").body().split("\n", -1))
        .filter(line -> line.startsWith(base + " "))
        .map(line -> line.substring(base.length() + 1).strip())
        .toList();
  }

  /** A counter of the context's session manager in a Tomcat. */
  long counter(TomcatProcess tomcat, Metric metric) {
    return number(tomcat, metric.name());
  }

  /** How many requests a Tomcat is busy with, this one included. */
  long busyThreads(TomcatProcess tomcat) {
    return number(tomcat, "busy");
  }

  private long number(TomcatProcess tomcat, String name) {
    return Long.parseLong(
        Objects.requireNonNull(new Visitor(context).ask(tomcat, "counters").get(name)));
  }

  /** The session's id, as the cookie says. */
  String id() {
    String id = browser.cookie("JSESSIONID");
    if (id == null) {
      throw new AssertionError("the browser has no session cookie");
    }
    return id;
  }

  @Override
  public String toString() {
    return id() + " of " + context;
  }

  static Map<String, String> lines(Response response) {
    Function<String, String> name = line -> line.substring(0, line.indexOf('='));
    return Arrays.stream(response.body().split("\n", -1))
        .filter(line -> line.contains("="))
        .collect(Collectors.toMap(name, line -> line.substring(line.indexOf('=') + 1).strip()));
  }
}
