package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.holdfast.testkit.Circles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The types that docs/compatibility.md promises, as the zip's jars have them. */
final class PublicTypesIT {

  private static final Path DISTRIBUTION = Path.of(Cluster.property("holdfast.distribution"));
  private static final String OURS = "io.holdfast.";
  private static final Pattern NAMED = Pattern.compile("`(io\\.holdfast\\.[\\w.]+)`");

  /** What public types show because Java has no other way; users should not use it. */
  private static final Set<String> FOR_US =
      Set.of("io.holdfast.tomcat.jmx.Measured", "io.holdfast.sessions.runtime.RuntimeView");

  private static Set<String> promised;
  private static JavaClasses classes;

  @BeforeAll
  static void read() throws IOException {
    String document = Files.readString(Path.of("../docs/compatibility.md"));
    promised =
        NAMED
            .matcher(document.substring(document.indexOf("## Public types")))
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Map<String, JarFile> jars = new TreeMap<>();
    try (Stream<Path> files = Files.walk(DISTRIBUTION, 2)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("holdfast-.*-.*\\.jar") && !jars.containsKey(name)) {
          jars.put(name, new JarFile(file.toFile()));
        }
      }
    }
    classes = new ClassFileImporter().importJars(jars.values());
    for (JarFile jar : jars.values()) {
      jar.close();
    }
  }

  @Test
  void typeWhenPromisedThenItIsThereAndPublic() {
    Set<String> there =
        classes.stream()
            .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
            .map(JavaClass::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertTrue(promised.size() > 20, promised::toString);
    assertTrue(there.containsAll(promised), () -> missing(there));
  }

  @Test
  void typeWhenPromisedThenItsJavadocIsComplete() throws IOException {
    assertEquals(List.of(), JavadocProblems.of(promised));
  }

  private static String missing(Set<String> there) {
    Set<String> missing = new TreeSet<>(promised);
    missing.removeAll(there);
    return missing.toString();
  }

  @Test
  void typeWhenPromisedThenItShowsNoOther() {
    Set<String> shown = new TreeSet<>();
    for (String name : promised) {
      JavaClass type = classes.get(name);
      Stream.concat(type.getRawInterfaces().stream(), type.getRawSuperclass().stream())
          .forEach(each -> note(each, shown));
      type.getMembers().stream()
          .filter(each -> isSeen(each.getModifiers()))
          .forEach(each -> noteAll(each, shown));
    }
    shown.removeAll(promised);
    shown.removeAll(FOR_US);

    assertEquals(Set.of(), shown);
  }

  private static boolean isSeen(Set<JavaModifier> modifiers) {
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  private static void noteAll(JavaMember member, Set<String> shown) {
    if (member instanceof JavaCodeUnit code) {
      code.getRawParameterTypes().forEach(each -> note(each, shown));
      note(code.getRawReturnType(), shown);
    } else if (member instanceof JavaField field) {
      note(field.getRawType(), shown);
    }
  }

  private static void note(JavaClass type, Set<String> shown) {
    JavaClass base = type.getBaseComponentType();
    if (base.getName().startsWith(OURS)) {
      shown.add(Circles.outermost(base));
    }
  }
}
