package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.HttpConnection.Answer;
import io.holdfast.benchmarks.engine.ListeningProcess;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FileTree;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One TomEE with its memcached and an application in which users have one session after another.
 */
final class Tomee implements Closeable {

  /** Requests of a session that store something. */
  static final int PARTS = 10;

  /** Bytes that each of them stores. */
  static final int PART = 320;

  private static final int LINE_OF_TOMCAT = 9;
  private static final Duration EMPTY_DEADLINE = Duration.ofSeconds(30);

  /** With what TomEE itself keeps in each session. */
  private static final String MANAGER =
      """
      <Manager className="io.holdfast.tomcat.MemcachedSessionManager" memcachedNodes="n1:%s"
          transcoderFactoryClass="kryo" storageKeyPrefix=""
          allowedClasses="javax.enterprise.context.SessionScoped,org.apache.webbeans.context.**"/>
      """;

  private final String kind;
  private final Path temporary;
  private final MemcachedProcess node = MemcachedProcess.start(new MemcachedLimits(256, 1 << 20));
  private final ListeningProcess tomee;

  /**
   * Starts it.
   *
   * @param root the checkout, in which the build left TomEE and the distribution
   * @param kind where the application keeps what users put together, as it calls that
   */
  Tomee(Path root, String kind, boolean isOurs) throws IOException {
    this.kind = kind;
    Path directory = root.resolve("benchmarks/target/beans");
    Path own = directory.resolve((isOurs ? "holdfast-" : "tomcat-") + kind);
    // What a server leaves behind when it is killed, such as beans at rest, goes with it.
    this.temporary = own.resolve("temporary");
    try {
      FileTree.delete(temporary);
      Files.createDirectories(temporary);
      Path sources = root.resolve("benchmarks/src/beans");
      List<Path> libraries = libraries(root);
      WebAppCompiler compiler =
          new WebAppCompiler(TomcatDistribution.at(root.resolve("dist/target/tomcat-9")));
      Path server = directory.resolve("server");
      compiler.compile(sources.resolve("server"), server, libraries.toArray(Path[]::new));
      Path docBase = own.resolve("beans");
      compiler.compile(sources.resolve("webapp"), docBase, libraries.toArray(Path[]::new));
      Files.createDirectories(docBase.resolve("META-INF"));
      Files.writeString(
          docBase.resolve("META-INF/context.xml"),
          "<Context>" + (isOurs ? MANAGER.formatted(node.address()) : "") + "</Context>");
      this.tomee =
          ListeningProcess.start(
              own,
              LINE_OF_TOMCAT,
              Stream.concat(Stream.of(server.resolve("WEB-INF/classes")), libraries.stream())
                  .map(Path::toString)
                  .collect(Collectors.joining(File.pathSeparator)),
              List.of(
                  "-Djava.io.tmpdir=" + temporary,
                  "beans.server.BeanServer",
                  own.resolve("tomee").toString(),
                  docBase.toString()));
    } catch (IOException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  /** TomEE and ours, which no module of the build has together. */
  private static List<Path> libraries(Path root) throws IOException {
    String version = System.getProperty("holdfast.version", "unknown");
    return Stream.of(
            Bench.jarsIn(root.resolve("benchmarks/target/tomee")),
            Bench.jarsIn(root.resolve("dist/target/holdfast-" + version + "/kryo")))
        .flatMap(List::stream)
        .toList();
  }

  /** Lets so many users have sessions for a time, and waits until nothing of them is stored. */
  Turn ask(int users, Duration time) throws IOException, InterruptedException {
    AtomicInteger parts = new AtomicInteger();
    try (Crowd crowd = new Crowd(tomee.port(), users)) {
      double cpuBefore = Bench.cpuSeconds(tomee.pid());
      long start = System.nanoTime();
      long sessions =
          crowd
              .repeat(
                  user -> System.nanoTime() - start < time.toNanos(),
                  (connection, user) -> haveSession(connection, user, parts.getAndAdd(PARTS)))
              .getTotalCount();
      Await.until(
          "nothing is stored of sessions that have ended",
          EMPTY_DEADLINE,
          () -> node.probe().itemCount() == 0);
      double seconds = (System.nanoTime() - start) / 1e9;
      return Turn.of(sessions * (PARTS + 1), seconds, Bench.cpuSeconds(tomee.pid()) - cpuBefore);
    }
  }

  /** Puts parts with numbers from this one on together, and ends the session. */
  private void haveSession(HttpConnection connection, int user, int first) throws IOException {
    String id = "";
    List<String> parts = new ArrayList<>();
    for (int n = 1; n <= PARTS; n++) {
      String part = part(user, first + n);
      parts.add(part);
      id = add(connection, id, user, n, part);
    }
    expect("sum " + parts.hashCode(), get(connection, "&end=true", id).body());
  }

  private String add(HttpConnection connection, String id, int user, int n, String part)
      throws IOException {
    Answer answer = get(connection, "&user=shopper%d&n=%d&part=%s".formatted(user, n, part), id);
    expect("count " + n, answer.body());
    if (id.isEmpty() == answer.newSessionId().isEmpty()) {
      throw new IOException("Another session than " + id + ": " + answer.newSessionId());
    }
    return id.isEmpty() ? answer.newSessionId() : id;
  }

  private static String part(int user, int number) {
    String word = "shopper" + user + "-" + number + "-";
    return word.repeat(PART / word.length() + 1).substring(0, PART);
  }

  private Answer get(HttpConnection connection, String query, String id) throws IOException {
    Answer answer = connection.get("/beans/cart?kind=" + kind + query, id);
    if (answer.status() != 200) {
      throw new IOException(query + " was answered with " + answer.status());
    }
    return answer;
  }

  private static void expect(String expected, String actual) throws IOException {
    if (!expected.equals(actual)) {
      throw new IOException("Expected " + expected + ", was answered " + actual);
    }
  }

  /** What runs here, in words. */
  String versions() {
    return ListeningProcess.said(tomee.log(), "running ") + "; memcached " + node.probe().version();
  }

  @Override
  public void close() {
    tomee.close();
    node.close();
    FileTree.delete(temporary);
  }
}
