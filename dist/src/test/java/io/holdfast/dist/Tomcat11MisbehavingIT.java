package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.kit.Misbehaving;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attributes that misbehave while they are written or read, sticky and in each {@code lockingMode};
 * with each serializer each night. Each costs itself: the other Tomcat has the other attributes,
 * and the requests that follow are answered.
 */
class Tomcat11MisbehavingIT extends ClusterSuite {

  /** One in a build, in which {@code SessionContainmentTest} asks each of them without a Tomcat. */
  private static final List<String> SERIALIZERS =
      "all".equals(System.getProperty("holdfast.lines"))
          ? List.of("java", "kryo", "xstream", "javolution")
          : List.of("kryo");

  private static final List<String> STICKY = List.of("async", "sync");
  private static final List<String> LOCKING = List.of("none", "optimistic", "auto", "all");
  private static final String PATTERN = "pattern";

  @Override
  List<ContextXml> contexts() {
    return SERIALIZERS.stream()
        .flatMap(
            serializer ->
                deployments(serializer + '-')
                    .map(context -> context.manager("transcoderFactoryClass", serializer)))
        .map(context -> context.manager("allowedClasses", kit()))
        .toList();
  }

  private static Stream<ContextXml> deployments(String prefix) {
    ContextXml async = ContextXml.named(prefix + "async");
    ContextXml sync =
        ContextXml.named(prefix + "sync")
            .manager("sessionBackupAsync", "false")
            .manager("sessionBackupTimeout", "3000");
    Stream<ContextXml> locking = LOCKING.stream().map(mode -> nonSticky(prefix + mode, mode));
    ContextXml pattern = nonSticky(prefix + PATTERN, "uriPattern:.*");
    return Stream.of(Stream.of(async, sync), locking, Stream.of(pattern)).flatMap(all -> all);
  }

  private static ContextXml nonSticky(String name, String lockingMode) {
    return ContextXml.named(name).manager("sticky", "false").manager("lockingMode", lockingMode);
  }

  private static String kit() {
    return Misbehaving.class.getPackageName() + ".*";
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return settings.libraries(JarFolder.besideThoseOfJava()).heap("256m");
  }

  /** The contexts' names, a serializer and a mode each. */
  static List<String> names() {
    List<String> modes =
        Stream.of(STICKY, LOCKING, List.of(PATTERN)).flatMap(List::stream).toList();
    return SERIALIZERS.stream()
        .flatMap(serializer -> modes.stream().map(mode -> serializer + '-' + mode))
        .toList();
  }

  static Stream<Arguments> misbehaviours() {
    return names().stream()
        .flatMap(
            context ->
                Arrays.stream(Misbehaviour.values()).map(each -> Arguments.of(context, each)));
  }

  @ParameterizedTest
  @MethodSource("misbehaviours")
  void attributeWhenItMisbehavesThenTheOtherTomcatHasTheOthers(
      String context, Misbehaviour misbehaviour) {
    Visitor visitor = new Visitor(context);
    visitor.ask(t1(), "set?name=before&value=text");
    visitor.ask(t1(), "misbehave?name=bad&value=" + misbehaviour);
    visitor.ask(t1(), "set?name=after&value=text");

    awaitBackup(visitor, "after");
    String found = visitor.ask(t2(), "info").get("attributes");

    assertEquals(misbehaviour.isStored() ? "after,bad,before" : "after,before", found);
    assertEquals("text", visitor.value(t2(), "get?name=after"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void attributeWhenItCallsBackIntoItsSessionThenWhatItSetIsStoredNext(String context) {
    Visitor visitor = new Visitor(context);
    visitor.ask(t1(), "set?name=before&value=text");

    Await.until(
        "what the attribute sets is stored",
        () -> {
          // Again: a request may get an instance that was read, which calls nothing back.
          visitor.ask(t1(), "misbehave?name=bad&value=CALLS_BACK");
          visitor.ask(t1(), "set?name=after&value=text");
          return isStored(visitor, "called");
        });
    awaitBackup(visitor, "after"); // an earlier backup may have stored what the attribute sets

    assertEquals("after,bad,before,called", visitor.ask(t2(), "info").get("attributes"));
  }

  @Test
  void attributeWhenItBlocksThenOtherSessionsGoOnAndItsOwnWhenItIsReleased() {
    Map<Visitor, CompletableFuture<Response>> blocked = new LinkedHashMap<>();
    for (String context : names()) {
      Visitor visitor = new Visitor(context);
      visitor.ask(t1(), "set?name=before&value=text");
      Visitor same = visitor.copy();
      blocked.put(
          visitor, Background.start(() -> same.at(t1(), "misbehave?name=blocked&value=BLOCKS")));
    }
    blocked.keySet().forEach(this::awaitBlocked);

    names().forEach(this::assertAnotherSessionIsStored);
    Map<String, Integer> beside = statusesBeside(blocked.keySet());
    names().forEach(context -> new Visitor(context).ask(t1(), "release?name=blocked"));

    assertEquals(expectedBeside(), beside);
    blocked.forEach((visitor, answer) -> assertGoesOn(visitor, answer.join()));
    Await.until("no lease is left", () -> cluster().leases().isEmpty());
  }

  private void awaitBlocked(Visitor visitor) {
    Await.until(
        visitor + " is being written",
        () -> new Visitor(visitor.context()).value(t1(), "awaited?name=blocked").equals("true"));
  }

  private void assertAnotherSessionIsStored(String context) {
    Visitor another = new Visitor(context);
    another.ask(t1(), "set?name=another&value=text");
    Await.until(context + " has stored another", () -> isStored(another, "another"));
  }

  /** Answers to requests of sessions that have another, blocked request. */
  private Map<String, Integer> statusesBeside(Collection<Visitor> visitors) {
    Map<String, CompletableFuture<Response>> answers = new LinkedHashMap<>();
    for (Visitor visitor : visitors) {
      Visitor same = visitor.copy();
      answers.put(
          visitor.context(), Background.start(() -> same.at(t1(), "set?name=beside&value=text")));
    }
    Map<String, Integer> statuses = new TreeMap<>();
    answers.forEach((context, answer) -> statuses.put(context, answer.join().status()));
    return statuses;
  }

  /** What becomes of a change of a non-sticky session is not known yet. */
  private static Map<String, Integer> expectedBeside() {
    Map<String, Integer> statuses = new TreeMap<>();
    names().forEach(context -> statuses.put(context, isSticky(context) ? 200 : 503));
    return statuses;
  }

  private void assertGoesOn(Visitor visitor, Response released) {
    assertEquals(200, released.status(), visitor::context);
    visitor.ask(t1(), "set?name=later&value=text");
    awaitBackup(visitor, "later");
    List<String> found =
        List.of(visitor.ask(t2(), "info").getOrDefault("attributes", "").split(",", -1));
    assertTrue(found.containsAll(List.of("before", "later")), () -> visitor + " has " + found);
  }

  /** The other Tomcat serves a sticky session after the backup; others are stored when answered. */
  private void awaitBackup(Visitor visitor, String name) {
    if (isSticky(visitor.context())) {
      Await.until(visitor + " is stored with " + name, () -> isStored(visitor, name));
    }
  }

  private static boolean isSticky(String context) {
    return STICKY.stream().anyMatch(context::endsWith);
  }

  /** Whether a record has an attribute, whose name stands beside its graph as text. */
  private boolean isStored(Visitor visitor, String name) {
    return cluster().nodes().stream()
        .map(node -> node.probe().get(Cluster.key(visitor.id())))
        .filter(Objects::nonNull)
        .anyMatch(item -> new String(item, StandardCharsets.ISO_8859_1).contains(name));
  }
}
