package io.holdfast.tomcat;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.holdfast.testkit.Circles;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages of this module form one ladder: a class knows its own package and those below. */
final class LadderTest {

  private static final String ROOT = "io.holdfast.tomcat";

  /** From top to bottom; packages on one rung do not know each other. */
  private static final List<List<String>> RUNGS =
      List.of(
          List.of(""),
          List.of(".session"),
          List.of(".login", ".jmx", ".response.javax", ".response.jakarta"),
          List.of(".response"));

  /** How many classes of a package others may see: what is more has to be learned. */
  private static final int SEEN_FROM_OUTSIDE = 12;

  /**
   * How many classes may know each other in a circle: in one there is no order in which to read.
   */
  private static final int IN_A_CIRCLE = 2;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  static Stream<String> packages() {
    return RUNGS.stream().flatMap(List::stream);
  }

  @Test
  void packagesWhenListedThenAllOnTheLadder() {
    Set<String> found = new TreeSet<>();
    CLASSES.forEach(each -> found.add(name(each)));

    assertEquals(packages().collect(Collectors.toCollection(TreeSet::new)), found);
  }

  @ParameterizedTest
  @MethodSource("packages")
  void packageWhenItKnowsOthersThenOnlyOfRungsBelow(String name) {
    Set<String> others = new TreeSet<>();
    CLASSES.stream()
        .filter(each -> name(each).equals(name))
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
        .filter(LadderTest::isOurs)
        .forEach(other -> others.add(name(other)));
    others.removeAll(below(name));
    others.remove(name);

    assertEquals(Set.of(), others);
  }

  private static Set<String> below(String name) {
    Set<String> below = new HashSet<>();
    boolean isPassed = false;
    for (List<String> rung : RUNGS) {
      if (isPassed) {
        below.addAll(rung);
      }
      isPassed = isPassed || rung.contains(name);
    }
    return below;
  }

  @Test
  void classesWhenTheyKnowEachOtherThenTwoAtMostInACircle() {
    Set<String> largest = Circles.among(List.copyOf(CLASSES));

    assertTrue(largest.size() <= IN_A_CIRCLE, largest.toString());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void packageWhenSeenFromOutsideThenShowsADozenClassesAtMost(String name) {
    Set<String> seen = new TreeSet<>();
    CLASSES.stream()
        .filter(each -> name(each).equals(name))
        .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
        .filter(JavaClass::isTopLevelClass)
        .forEach(each -> seen.add(each.getSimpleName()));

    assertTrue(seen.size() <= SEEN_FROM_OUTSIDE, seen.toString());
  }

  /** One that is made while an application starts would fall silent with it. */
  @Test
  void loggerWhenMadeThenForTheLoaderOfTheLibrary() {
    noClasses().should().callMethod(System.class, "getLogger", String.class).check(CLASSES);
  }

  private static boolean isOurs(JavaClass other) {
    return other.getPackageName().equals(ROOT) || other.getPackageName().startsWith(ROOT + ".");
  }

  private static String name(JavaClass of) {
    return of.getPackageName().substring(ROOT.length());
  }
}
