package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/encryption.md has an operator type, with the jar that is in the zip. */
final class KeyFileCommandIT {

  @TempDir private Path folder;

  @Test
  void commandsWhenTypedAsTheDocumentSaysThenTheFileHasTheKeys() throws Exception {
    Path file = folder.resolve("holdfast.keys");

    assertEquals(file + ": k1 seals; all that open: k1", run(0, "make", file.toString()));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(file + ": k1 seals; all that open: k1, k2", run(0, "add", file.toString(), "k2"));
    assertEquals(
        file + ": k2 seals; all that open: k2, k1", run(0, "first", file.toString(), "k2"));
    assertEquals(file + ": k2 seals; all that open: k2", run(0, "remove", file.toString(), "k1"));
    assertEquals(file + ": k2 seals; all that open: k2", run(0, "list", file.toString()));
  }

  @Test
  void commandWhenItCannotBeDoneThenSaysWhyAndEndsWithAnotherStatus() throws Exception {
    Path file = folder.resolve("none.keys");

    assertTrue(run(1, "list", file.toString()).startsWith(file + ": "));
    assertEquals("make FILE [ID]", run(2).substring(0, 14));
  }

  private static String run(int status, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar().toString()));
    command.addAll(Arrays.asList(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(status, process.waitFor(), printed);
    return printed;
  }

  private static Path jar() throws IOException {
    Path kryo = Path.of(Cluster.property("holdfast.distribution"), "kryo");
    try (Stream<Path> files = Files.list(kryo)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("holdfast-core-"))
          .findFirst()
          .orElseThrow();
    }
  }
}
