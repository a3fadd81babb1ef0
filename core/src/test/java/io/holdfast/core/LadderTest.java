package io.holdfast.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.holdfast.testkit.Circles;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages of core form one ladder: a class knows its own package and the rungs below. */
final class LadderTest {

  private static final String ROOT = "io.holdfast.core.";

  /** From top to bottom; packages on one rung do not know each other. */
  private static final List<List<String>> RUNGS =
      List.of(
          List.of("runtime"),
          List.of("sticky", "nonsticky"),
          List.of("fallback", "expiry", "directory"),
          List.of("node"),
          List.of("model"),
          List.of("repository", "lock", "spymemcached"),
          List.of("storage.memcached"),
          List.of("storage"),
          List.of("record", "routing", "backup", "request", "discovery"),
          List.of("transcoder", "session", "metrics", "seal"),
          List.of("config", "transcoder.filter"),
          List.of("log"));

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.holdfast.core");

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
        .dependOnClassesThat(isOfCoreOutside(allowed))
        .allowEmptyShould(true)
        .check(CORE);
  }

  /** In a circle there is no order in which to read. */
  @ParameterizedTest
  @MethodSource("packages")
  void classesWhenTheyKnowEachOtherThenTwoAtMostInACircle(String name) {
    Set<String> largest =
        Circles.among(
            CORE.stream().filter(each -> each.getPackageName().equals(ROOT + name)).toList());

    assertTrue(largest.size() <= 2, largest.toString());
  }

  @Test
  void packagesWhenListedThenAllOnTheLadder() {
    Set<String> unknown =
        CORE.stream()
            .map(c -> c.getPackageName().substring(ROOT.length()))
            .collect(Collectors.toCollection(TreeSet::new));
    unknown.removeAll(packages().toList());

    assertEquals(Set.of(), unknown);
  }

  @Test
  void clientLibraryWhenUsedThenByTheStoreAndItsTranscoderOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "storage.memcached", ROOT + "spymemcached")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.spy..")
        .check(CORE);
  }

  @Test
  void memcachedStoreWhenUsedThenByTheCompositionRootOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "storage.memcached", ROOT + "node", ROOT + "runtime")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "storage.memcached")
        .check(CORE);
  }

  @Test
  void coreWhenItKnowsLibrariesThenOnlyTheJdkAndTheClient() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..",
            "io.holdfast.core..",
            "net.spy..",
            "javax.crypto..",
            "javax.naming..",
            "javax.net.ssl..",
            "org.jspecify..")
        .check(CORE);
  }

  /** One that is made while an application starts would fall silent with it. */
  @Test
  void loggerWhenMadeThenForTheLoaderOfTheLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "log")
        .should()
        .callMethod(System.class, "getLogger", String.class)
        .check(CORE);
  }

  private static DescribedPredicate<JavaClass> isOfCoreOutside(Set<String> allowed) {
    return DescribedPredicate.describe(
        "are in another package of core than " + allowed,
        c ->
            c.getPackageName().startsWith(ROOT)
                && !allowed.contains(c.getPackageName().substring(ROOT.length())));
  }
}
