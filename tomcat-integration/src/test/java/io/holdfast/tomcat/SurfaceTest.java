package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a class shows to other packages: each of its methods that they call has to be learned. */
final class SurfaceTest {

  private static final String[] MODULES = {
    "io.holdfast.core", "io.holdfast.sessions", "io.holdfast.tomcat"
  };

  /** The values of settings: as many as there are settings. */
  private static final String SETTINGS = "io.holdfast.core.config";

  private static final int METHODS = 25;

  @Test
  void classWhenCalledFromOtherPackagesThenByTwentyFiveMethodsAtMost() {
    Map<String, Set<String>> called = new TreeMap<>();
    new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .withImportOption(location -> !location.contains("-tests.jar"))
        .importPackages(MODULES)
        .forEach(
            caller ->
                calls(caller)
                    .flatMap(call -> call.getTarget().resolveMember().stream())
                    .filter(method -> isOurs(method.getOwner()))
                    .filter(method -> !isInPackage(method.getOwner(), caller.getPackageName()))
                    .forEach(method -> note(method, called)));

    called.values().removeIf(methods -> methods.size() <= METHODS);
    assertEquals(Map.of(), called);
  }

  private static Stream<JavaCodeUnitAccess<?>> calls(JavaClass caller) {
    return Stream.concat(
        caller.getMethodCallsFromSelf().stream(), caller.getMethodReferencesFromSelf().stream());
  }

  private static void note(JavaMember method, Map<String, Set<String>> called) {
    called
        .computeIfAbsent(method.getOwner().getName(), name -> new TreeSet<>())
        .add(method.getFullName());
  }

  private static boolean isOurs(JavaClass owner) {
    return Stream.of(MODULES).anyMatch(owner.getPackageName()::startsWith)
        && !isInPackage(owner, SETTINGS);
  }

  private static boolean isInPackage(JavaClass type, String name) {
    return type.getPackageName().equals(name);
  }
}
