package io.holdfast.testkit.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemcachedNodesTest {

  @Test
  void startWhenMemcachedIsMissingThenSaysOnceThatItIsEmbedded() {
    List<String> lines = startNodes(Map.of("PATH", "/nowhere", MemcachedNodes.REQUIRE, "false"));

    assertEquals(2, lines.size(), lines::toString);
    assertTrue(lines.get(0).contains("NOT INSTALLED"), lines::toString);
    assertEquals("real: false false", lines.get(1));
  }

  @Test
  void startWhenMemcachedIsMissingButRequiredThenFailsAndSaysWhatToDo() {
    List<String> lines = startNodes(Map.of("PATH", "/nowhere", MemcachedNodes.REQUIRE, "true"));

    assertTrue(lines.get(0).contains("IllegalStateException"), lines::toString);
    assertTrue(lines.get(0).contains("no memcached on the PATH: install it"), lines::toString);
  }

  @Test
  @RequiresRealMemcached
  void startWhenMemcachedIsInstalledThenSaysOnceThatItIsReal() {
    List<String> lines = startNodes(Map.of());

    assertEquals(2, lines.size(), lines::toString);
    assertTrue(lines.get(0).contains("real processes of /"), lines::toString);
    assertEquals("real: true true", lines.get(1));
  }

  @Test
  void startWhenMemcachedIsMissingThenLeavesTheNoteForTheEndOfTheRun(@TempDir Path directory) {
    Path note = directory.resolve("made/for/the/note.txt");

    startNodes(
        Map.of("PATH", "/nowhere", MemcachedNodes.REQUIRE, "false"),
        "-D" + MemcachedNodes.STAND_IN_NOTE + "=" + note);

    assertTrue(Files.exists(note));
  }

  private static List<String> startNodes(Map<String, String> environment, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(StartNodesMain.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    ChildProcess child = ChildProcess.start("start-nodes", builder.redirectErrorStream(true));
    try {
      return child.output().lines().filter(line -> !line.startsWith("Picked up")).toList();
    } finally {
      child.kill();
    }
  }
}
