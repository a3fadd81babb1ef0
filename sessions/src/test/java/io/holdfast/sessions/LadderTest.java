package io.holdfast.sessions;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.testkit.Circles;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packages of sessions and of core form one ladder: a class knows its own package and the rungs
 * below.
 */
final class LadderTest {

  private static final String ROOT = "io.holdfast.";

  /** From top to bottom; packages on one rung do not know each other. */
  private static final List<List<String>> RUNGS =
      List.of(
          List.of("sessions.runtime"),
          List.of("sessions.engine"),
          List.of("sessions.fallback", "sessions.expiry", "sessions.directory"),
          List.of("sessions.node"),
          List.of("sessions.model", "sessions.tracing"),
          List.of("sessions.store", "sessions.lock", "sessions.backup"),
          List.of("sessions.request"),
          List.of("core.storage.memcached", "core.storage.memory", "core.spymemcached"),
          List.of("core.storage.link"),
          List.of("core.storage"),
          List.of("core.record", "core.routing", "core.discovery"),
          List.of("core.transcoder", "core.session", "core.metrics", "core.seal"),
          List.of("core.config", "core.transcoder.filter"),
          List.of("core.log"));

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(place -> !place.contains("-tests.jar"))
          .importPackages("io.holdfast.core", "io.holdfast.sessions");

  private static final DescribedPredicate<JavaClass> IS_OF_NODES =
      DescribedPredicate.describe(
          "are of nodes",
          each ->
              Stream.of("core.routing", "core.discovery", "core.storage", "sessions.node")
                      .anyMatch(name -> each.getPackageName().startsWith(ROOT + name))
                  && !each.isEquivalentTo(TimeToLive.class)
                  && !each.isEquivalentTo(StoreException.class));

  static Stream<String> packages() {
    return RUNGS.stream().flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("packages")
  void packageWhenItKnowsOthersThenOnlyOfRungsBelow(String name) {
    Set<String> allowed = new TreeSet<>();
    allowed.add(name);
    boolean below = false;
    for (List<String> rung : RUNGS) {
      if (below) {
        allowed.addAll(rung);
      }
      below = below || rung.contains(name);
    }

    noClasses()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .dependOnClassesThat(isOneOutside(allowed))
        .allowEmptyShould(true)
        .check(ALL);
  }

  /** In a circle there is no order in which to read. */
  @ParameterizedTest
  @MethodSource("packages")
  void classesWhenTheyKnowEachOtherThenTwoAtMostInACircle(String name) {
    Set<String> largest =
        Circles.among(
            ALL.stream().filter(each -> each.getPackageName().equals(ROOT + name)).toList());

    assertTrue(largest.size() <= 2, largest.toString());
  }

  @Test
  void packagesWhenListedThenAllOnTheLadder() {
    Set<String> unknown =
        ALL.stream()
            .map(c -> c.getPackageName().substring(ROOT.length()))
            .collect(Collectors.toCollection(TreeSet::new));
    unknown.removeAll(packages().toList());

    assertEquals(Set.of(), unknown);
  }

  @Test
  void clientLibraryWhenUsedThenByTheStoreAndItsTranscoderOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "core.storage.memcached", ROOT + "core.spymemcached")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.spy..")
        .check(ALL);
  }

  @Test
  void memcachedStoreWhenUsedThenByTheCompositionRootOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ROOT + "core.storage.memcached", ROOT + "sessions.node", ROOT + "sessions.runtime")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "core.storage.memcached")
        .check(ALL);
  }

  /** Sessions are asked of their store; nodes, and what they answer, are seen below it. */
  @Test
  void nodesWhenUsedThenByTheStoreOfSessionsAndWhatConnectsThemOnly() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "sessions..")
        .and()
        .resideOutsideOfPackages(
            ROOT + "sessions.store",
            ROOT + "sessions.lock",
            ROOT + "sessions.node",
            ROOT + "sessions.runtime")
        .should()
        .dependOnClassesThat(IS_OF_NODES)
        .check(ALL);
  }

  /** Its jars may be missing, and nothing of it may run where sessions are not traced. */
  @Test
  void openTelemetryWhenUsedThenByTracingOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "sessions.tracing")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.opentelemetry..")
        .check(ALL);
  }

  @Test
  void classesWhenTheyKnowLibrariesThenOnlyTheJdkAndTheClient() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "sessions.tracing")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..",
            "io.holdfast.core..",
            "io.holdfast.sessions..",
            "net.spy..",
            "javax.crypto..",
            "javax.naming..",
            "javax.net.ssl..",
            "org.jspecify..")
        .check(ALL);
  }

  /** One that is made while an application starts would fall silent with it. */
  @Test
  void loggerWhenMadeThenForTheLoaderOfTheLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "core.log")
        .should()
        .callMethod(System.class, "getLogger", String.class)
        .check(ALL);
  }

  private static DescribedPredicate<JavaClass> isOneOutside(Set<String> allowed) {
    return DescribedPredicate.describe(
        "are in another package than " + allowed,
        c ->
            c.getPackageName().startsWith(ROOT)
                && !allowed.contains(c.getPackageName().substring(ROOT.length())));
  }
}
