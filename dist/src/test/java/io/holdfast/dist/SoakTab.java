package io.holdfast.dist;

import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One after the other, reads and writes attributes and knows what each must be. */
final class SoakTab {

  private static final int NAMES = 5;
  private static final int LONGEST = 2_000;

  private final String prefix;
  private final Random random;
  private final Map<String, String> expected = new TreeMap<>();
  private final Map<String, Written> written = new HashMap<>();
  private final Queue<Duration> latencies = new ConcurrentLinkedQueue<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private Visitor visitor;
  private int requests;

  SoakTab(Visitor visitor, String prefix, long seed) {
    this.visitor = visitor;
    this.prefix = prefix;
    this.random = new Random(seed);
  }

  /** Goes on with the cookies of another tab. */
  void follow(Visitor other) {
    visitor = other.copy();
  }

  Map<String, String> expected() {
    return expected;
  }

  /** Sends the next request to any of these; two of three read. */
  void request(List<TomcatProcess> tomcats) {
    TomcatProcess tomcat = tomcats.get(random.nextInt(tomcats.size()));
    String name = prefix + random.nextInt(NAMES);
    int action = random.nextInt(12);
    if (action < 8) {
      read(tomcat, name);
    } else if (action < 11) {
      String value = "v" + requests + "x".repeat(random.nextInt(LONGEST));
      if (answered(tomcat, "set?name=" + name + "&value=" + value) != null) {
        expected.put(name, value);
        written.put(name, Written.now(tomcat));
      }
    } else if (answered(tomcat, "remove?name=" + name) != null) {
      expected.remove(name);
      written.put(name, Written.now(tomcat));
    }
    requests++;
  }

  private void read(TomcatProcess tomcat, String name) {
    Response response = answered(tomcat, "get?name=" + name);
    if (response != null) {
      String seen = Visitor.lines(response).get("value");
      String wanted = String.valueOf(expected.get(name));
      if (!wanted.equals(seen)) {
        wrong.add(
            "%s of %s at %s shows %s instead of %s, written %s"
                .formatted(name, visitor, tomcat, brief(seen), brief(wanted), written.get(name)));
      }
    }
  }

  private static String brief(@Nullable String value) {
    String text = String.valueOf(value);
    return text.substring(0, Math.min(text.length(), 8));
  }

  /** The answer if it is one of the application; otherwise it is noted as wrong. */
  private @Nullable Response answered(TomcatProcess tomcat, String command) {
    long start = System.nanoTime();
    String session = Cluster.key(visitor.id());
    try {
      Response response = visitor.at(tomcat, command);
      if (response.status() == 200 && session.equals(Cluster.key(visitor.id()))) {
        return response;
      }
      failed.add(
          response.status() == 200
              ? command + " at " + tomcat + " got session " + visitor + " instead of " + session
              : command + " at " + tomcat + " answered " + response);
    } catch (UncheckedIOException e) {
      failed.add(command + " at " + tomcat + " failed: " + e);
    } finally {
      latencies.add(Duration.ofNanos(System.nanoTime() - start));
    }
    return null;
  }

  /** How long its requests took so far; read by other threads. */
  Queue<Duration> latencies() {
    return latencies;
  }

  /** What a Tomcat says now that it should not, or fails to say. */
  List<String> differences(TomcatProcess tomcat) {
    for (int i = 0; i < NAMES; i++) {
      read(tomcat, prefix + i);
    }
    return Stream.of(takeFailed(), takeWrong()).flatMap(List::stream).toList();
  }

  /** The reads since this was asked last that did not show the last answered write. */
  List<String> takeWrong() {
    return take(wrong);
  }

  /** The requests since this was asked last that were not answered by the application. */
  List<String> takeFailed() {
    return take(failed);
  }

  private static List<String> take(List<String> notes) {
    List<String> taken = List.copyOf(notes);
    notes.clear();
    return taken;
  }

  /** Where an attribute was changed last, and when it was answered. */
  private record Written(TomcatProcess tomcat, long nanos) {

    static Written now(TomcatProcess tomcat) {
      return new Written(tomcat, System.nanoTime());
    }

    @Override
    public String toString() {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
      return "%d ms ago at %s".formatted(millis, tomcat);
    }
  }
}
