package io.holdfast.tomcat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.OwnerOnly;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that have many session cookies; Tomcat asks for each. */
class ManyCookiesTest extends WithOneNode {

  private static final int COOKIES = 190;
  private static final Duration ANSWERS_IN = Duration.ofMillis(100);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenItRepeatsAnIdOfNoSessionThenTheStoreIsNotAskedForEach(boolean sticky) {
    PageTomcat tomcat = tomcat("t1", sticky);
    long before = reads();

    Response response = ask(tomcat, "0", "0");

    long reads = reads() - before;
    assertEquals("no session", response.body());
    assertTrue(reads > 0 && reads <= COOKIES / 5, reads + " reads");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenTheSessionsIdIsTheLastThenItIsFound(boolean sticky) {
    PageTomcat t1 = tomcat("t1", sticky);
    PageTomcat t2 = tomcat("t2", sticky);
    assertEquals("done", t1.ask(browser, "set user ann"));

    Response response = ask(t2, "0", id(browser));

    assertEquals("ann", response.body());
  }

  /** Each would be a read, one after the other: with a slow node they held a thread for seconds. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenItHasManyIdsOfNoSessionThenTheStoreIsAskedForThreeAndTheLast(boolean sticky) {
    PageTomcat tomcat = tomcat("t1", sticky);
    long start = reads();
    ask(tomcat, Stream.of("A0"));
    long ofOne = reads() - start;

    Response response = ask(tomcat, IntStream.range(1, COOKIES).mapToObj(i -> "A" + i));

    long reads = reads() - start - ofOne;
    assertEquals("no session", response.body());
    assertTrue(reads > ofOne && reads <= 4 * ofOne, reads + " reads, " + ofOne + " for one id");
  }

  /**
   * The reads are one after the other, each a tenth of a second: a hundred would take ten seconds.
   * Three are before the valve, and one is of Tomcat's authenticator.
   */
  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true", "false, true"})
  void requestWhenTheNodeIsSlowThenTheStoreIsAskedForThreeAndTheLast(boolean sticky, boolean sealed)
      throws IOException {
    FaultProxy slow = closing(FaultProxy.before(node, 1));
    ManagerBuilder builder = settings(sticky ? "sticky" : "none", slow.address());
    PageTomcat tomcat = startAtRest("t1", sealed ? sealed(builder) : builder);
    long start = reads();
    var unused = ask(tomcat, "blanks+0", Stream.of("A0"));
    long ofOne = reads() - start;
    slow.add(Direction.ANSWERS, new Fault.Latency(ANSWERS_IN, Duration.ZERO));
    long began = System.nanoTime();

    Response response =
        ask(tomcat, "blanks+0", IntStream.rangeClosed(1, 100).mapToObj(i -> "A" + i));

    Duration took = Duration.ofNanos(System.nanoTime() - began);
    long reads = reads() - start - ofOne;
    assertEquals("done", response.body().strip());
    assertTrue(ofOne > 0 && reads <= 4 * ofOne, reads + " reads, " + ofOne + " for one id");
    assertTrue(took.compareTo(ANSWERS_IN.multipliedBy(50)) < 0, took::toString);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenTheSessionsIdIsTheThirdOfManyThenItIsFound(boolean sticky) {
    PageTomcat t1 = tomcat("t1", sticky);
    PageTomcat t2 = tomcat("t2", sticky);
    assertEquals("done", t1.ask(browser, "set user ann"));
    String own = id(browser);

    Response response = ask(t2, Stream.of("A1", "A2", own, "A3", "A4", "A5"));

    assertEquals("ann", response.body());
  }

  private long reads() {
    return node.probe().commandCounts().getOrDefault("cmd_get", 0L);
  }

  /** One request with one id many times, and then another. */
  private static Response ask(PageTomcat tomcat, String id, String last) {
    return ask(
        tomcat, Stream.concat(IntStream.range(0, COOKIES - 1).mapToObj(i -> id), Stream.of(last)));
  }

  private static Response ask(PageTomcat tomcat, Stream<String> ids) {
    return ask(tomcat, "show+user", ids);
  }

  private static Response ask(PageTomcat tomcat, String way, Stream<String> ids) {
    String request =
        "GET /page?way="
            + way
            + " HTTP/1.1\r\nHost: localhost\r\nCookie: "
            + ids.map(id -> "JSESSIONID=" + id).collect(Collectors.joining("; "))
            + "\r\nConnection: close\r\n\r\n";
    return new Browser().raw(tomcat.port(), request.getBytes(ISO_8859_1));
  }

  private PageTomcat tomcat(String name, boolean sticky) {
    return startAtRest(name, settings(sticky));
  }

  private ManagerBuilder sealed(ManagerBuilder builder) throws IOException {
    byte[] key = "a key of thirty-two bytes, no more".substring(0, 32).getBytes(ISO_8859_1);
    Path keys =
        Files.writeString(
            Files.createFile(base.resolve("keys"), OwnerOnly.file(base)),
            "k1:" + Base64.getEncoder().encodeToString(key));
    return builder.set(Setting.ENCRYPTION_KEY_FILE, keys);
  }

  private PageTomcat startAtRest(String name, ManagerBuilder builder) {
    long before = rehearsals();
    PageTomcat tomcat = start(name, builder);
    Await.until("it asks the node no more by itself", () -> rehearsals() > before);
    return tomcat;
  }

  /**
   * A Tomcat that has just started ends its questions with the write of a value that is not there.
   */
  private long rehearsals() {
    return node.probe().commandCounts().getOrDefault("cas_misses", 0L);
  }

  @Override
  boolean isRoutedAlways() {
    return true;
  }
}
