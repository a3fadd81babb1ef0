package io.holdfast.core.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Golden files of a released version are as they were at its release: {@code release/formats} has
 * their sums, as {@code release/set-version} wrote them.
 */
final class FrozenFormatsTest {

  private static final String FILE = "core/src/test/resources/golden/v1/lease.bin";

  @TempDir private Path elsewhere;

  @Test
  void goldenWhenReleasedThenIsAsItWas() throws Exception {
    assertEquals(List.of(), changedBelow(Path.of("..")));
  }

  @Test
  void changedWhenOneHasChangedAndOneIsGoneThenNamesBoth() throws Exception {
    Path lists = Files.createDirectories(elsewhere.resolve("release/formats"));
    Path file = elsewhere.resolve(FILE);
    Files.createDirectories(file.getParent());
    Files.copy(Path.of("..").resolve(FILE), file);
    Files.writeString(
        lists.resolve("1.0.0.sha256"),
        "%s  %s\n%s  core/gone.bin\n".formatted(sumOf(file), FILE, sumOf(file)));
    assertEquals(List.of("1.0.0.sha256 core/gone.bin"), changedBelow(elsewhere));

    Files.write(file, new byte[] {1});

    assertEquals(
        List.of("1.0.0.sha256 " + FILE, "1.0.0.sha256 core/gone.bin"), changedBelow(elsewhere));
  }

  /** Each file that is not as a list has it, behind the list's name. */
  private static List<String> changedBelow(Path root) throws Exception {
    List<String> changed = new ArrayList<>();
    for (Path list : lists(root.resolve("release/formats"))) {
      for (String line : Files.readAllLines(list)) {
        String[] sumAndFile = line.split("  ", 2);
        Path file = root.resolve(sumAndFile[1]);
        if (Files.notExists(file) || !sumOf(file).equals(sumAndFile[0])) {
          changed.add(list.getFileName() + " " + sumAndFile[1]);
        }
      }
    }
    return changed;
  }

  /** None before the first release. */
  private static List<Path> lists(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return List.of();
    }
    try (Stream<Path> lists = Files.list(folder)) {
      return lists.sorted().toList();
    }
  }

  private static String sumOf(Path file) throws IOException, NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }
}
