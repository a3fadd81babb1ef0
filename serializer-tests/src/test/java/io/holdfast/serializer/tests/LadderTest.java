package io.holdfast.serializer.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packages of the serializers form one ladder, which ends at the interface that core offers.
 */
final class LadderTest {

  private static final String ROOT = "io.holdfast.serializer.";

  /** From top to bottom; packages on one rung do not know each other. */
  private static final List<List<String>> RUNGS =
      List.of(
          List.of("java", "kryo", "xstream", "javolution"),
          List.of("tree"),
          List.of("graph"),
          List.of("jdk"),
          List.of("own"),
          List.of("limits"),
          List.of("objects"));

  /** What the serializers may know of core: what a serializer of one's own knows. */
  private static final Set<String> OF_CORE =
      Set.of("io.holdfast.core.transcoder", "io.holdfast.core.log");

  /** How many classes of a package others may see: what is more has to be learned. */
  private static final int SEEN_FROM_OUTSIDE = 12;

  private static final JavaClasses SERIALIZERS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(packages().map(name -> ROOT + name).toList());

  static Stream<String> packages() {
    return RUNGS.stream().flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("packages")
  void packageWhenItKnowsOthersThenOnlyOfRungsBelowAndWhatCoreOffers(String name) {
    Set<String> others = new TreeSet<>();
    of(name)
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .map(dependency -> dependency.getTargetClass().getBaseComponentType().getPackageName())
        .filter(other -> other.startsWith("io.holdfast."))
        .forEach(others::add);

    assertTrue(others.contains(ROOT + name), others::toString);
    others.remove(ROOT + name);
    others.removeAll(below(name));
    others.removeAll(OF_CORE);
    assertEquals(Set.of(), others);
  }

  private static Set<String> below(String name) {
    return RUNGS.stream()
        .dropWhile(rung -> !rung.contains(name))
        .skip(1)
        .flatMap(List::stream)
        .map(other -> ROOT + other)
        .collect(Collectors.toSet());
  }

  /**
   * In a circle there is no order in which to read. Those that take graphs apart (kryo, graph and
   * xstream) have one by their nature: what writes an object asks who writes its parts.
   */
  @ParameterizedTest
  @ValueSource(strings = {"java", "javolution", "tree", "jdk", "limits", "objects"})
  void classesWhenTheyKnowEachOtherThenTwoAtMostInACircle(String name) {
    Set<String> largest = Circles.among(of(name).toList());

    assertTrue(largest.size() <= 2, largest.toString());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void packageWhenOthersSeeItThenADozenClassesAtMost(String name) {
    Set<String> seen =
        SERIALIZERS.stream()
            .filter(each -> !each.getPackageName().equals(ROOT + name))
            .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .filter(other -> other.getPackageName().equals(ROOT + name))
            .map(Circles::outermost)
            .collect(Collectors.toCollection(TreeSet::new));

    assertTrue(seen.size() <= SEEN_FROM_OUTSIDE, seen::toString);
  }

  @Test
  void packagesWhenListedThenAllOnTheLadder() {
    Set<String> found =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> location.contains("/serializer-"))
                .importPackages("io.holdfast.serializer")
                .stream()
                .map(each -> each.getPackageName().substring(ROOT.length()))
                .filter(name -> !name.equals("tests") && !name.startsWith("tests."))
                .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(packages().collect(Collectors.toCollection(TreeSet::new)), found);
  }

  @Test
  void baseWhenItKnowsLibrariesThenOnlyTheJdk() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + "jdk", ROOT + "own", ROOT + "limits", ROOT + "objects")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "com.sun.management..",
            "java..",
            "javax.naming..",
            "javax.swing.event..",
            "io.holdfast..",
            "org.jspecify..")
        .check(SERIALIZERS);
  }

  /** One that is made while an application starts would fall silent with it. */
  @Test
  void loggerWhenMadeThenForTheLoaderOfTheLibrary() {
    noClasses().should().callMethod(System.class, "getLogger", String.class).check(SERIALIZERS);
  }

  private static Stream<JavaClass> of(String name) {
    return SERIALIZERS.stream().filter(each -> each.getPackageName().equals(ROOT + name));
  }
}
