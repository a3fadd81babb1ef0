package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.core.transcoder.kit.KindGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One session that holds every kind of attribute at once, for each serializer: made on one Tomcat,
 * which is killed, and compared on the other one. Neither a serializer nor a kind knows Tomcat: so
 * it is asked each night, and in a build by the exchange in {@code serializer-tests}.
 */
@OnLines({})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AllKindsSuite extends LineSuite {

  private final Map<String, Visitor> visitors = new TreeMap<>();
  private @Nullable Cluster running;

  static List<String> serializers() {
    return List.of("java", "kryo", "xstream", "javolution");
  }

  @BeforeAll
  void makeSessionsAndKillTheirTomcat() {
    List<ContextXml> contexts = serializers().stream().map(AllKindsSuite::context).toList();
    running =
        Cluster.start(
            line(),
            "java",
            contexts,
            settings ->
                settings
                    .libraries(JarFolder.besideThoseOfJava())
                    .jvmOptions(Surroundings.ofOnePlace()));
    for (String serializer : serializers()) {
      Visitor visitor = new Visitor(serializer);
      visitor.ask(running.t1, "kit/set?name=" + serializer);
      visitors.put(serializer, visitor);
    }
    running.t1.kill();
  }

  /** Of one serializer, with room for a megabyte even where machine and store are slow. */
  private static ContextXml context(String serializer) {
    return ContextXml.synchronous(serializer)
        .manager("transcoderFactoryClass", serializer)
        .manager("allowedClasses", Kind.class.getPackageName() + ".*")
        .manager("operationTimeout", "20000")
        .manager("sessionBackupTimeout", "60000");
  }

  @AfterAll
  void stop() {
    if (running != null) {
      running.close();
    }
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void sessionWhenItsTomcatWasKilledThenAllKindsThatAreNotRefusedAreEqual(String serializer) {
    Map<String, String> answer = ask(serializer);

    assertEquals(Set.of(), names(answer.get("different")));
    assertEquals(refused(serializer), names(answer.get("missing")));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void attributeWhenItIsRefusedThenTheLogNamesIt(String serializer) {
    String logs = cluster().t1.logs();

    Set<String> unnamed = new TreeSet<>(refused(serializer));
    unnamed.removeIf(
        kind -> logs.contains("Attribute \"%s %s\" of class".formatted(serializer, kind)));

    assertEquals(Set.of(), unnamed);
    assertTrue(logs.contains("Attribute \"" + serializer + ' '), logs);
  }

  private Map<String, String> ask(String serializer) {
    Visitor visitor = visitors.get(serializer);
    if (visitor == null) {
      throw new IllegalStateException("no visitor has used " + serializer);
    }
    return visitor.ask(cluster().t2, "kit?name=" + serializer);
  }

  private static Set<String> names(@Nullable String joined) {
    return Stream.ofNullable(joined)
        .flatMap(names -> Stream.of(names.split("\t", -1)))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What the serializer refuses here, in this virtual machine. */
  private static Set<String> refused(String serializer) {
    ClassLoader loader = AllKindsSuite.class.getClassLoader();
    Transcoder transcoder =
        TranscoderFactories.find(serializer, loader)
            .create(TranscoderContext.of(Filters.ofLoader(loader, "")));
    return KindGroup.ofTheJdkAndApplications().stream()
        .map(KindGroup::kinds)
        .flatMap(Collection::stream)
        .filter(kind -> isRefused(transcoder, kind))
        .map(Kind::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isRefused(Transcoder transcoder, Kind kind) {
    try {
      transcoder.encode(kind.sample().get());
      return false;
    } catch (TranscoderException e) {
      return true;
    }
  }

  private Cluster cluster() {
    if (running == null) {
      throw new IllegalStateException("the cluster did not start");
    }
    return running;
  }
}
