package io.holdfast.core.transcoder.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.ClassFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** In a virtual machine of its own: a filter for all of it can be set once. */
final class JvmFilterTest {

  /** What runs there. */
  static final class Main {

    private Main() {}

    /** Prints which of three classes are allowed. */
    public static void main(String[] args) {
      ClassFilter filter = ClassFilter.create(Main.class.getClassLoader(), "java.util.UUID");
      for (Class<?> type : List.of(String.class, java.util.ArrayList.class, UUID.class)) {
        System.out.println(filter.allows(type));
      }
    }
  }

  private static List<String> allowed(String... flags) throws IOException {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return printed.lines().toList();
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void allowsWhenTheVirtualMachineRefusesAClassThenIsFalse() throws IOException {
    List<String> allowed = allowed("-Djdk.serialFilter=!java.util.UUID");

    assertEquals(List.of("true", "true", "false"), allowed);
  }

  @Test
  void allowsWhenTheVirtualMachineHasNoFilterThenIsTrue() throws IOException {
    assertEquals(List.of("true", "true", "true"), allowed());
  }

  @Test
  void allowsWhenTheVirtualMachineAllowsOneClassThenTextRemains() throws IOException {
    List<String> allowed = allowed("-Djdk.serialFilter=java.util.UUID;!*");

    assertEquals(List.of("true", "false", "true"), allowed);
  }
}
