package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that prepare a tag and look at it, on a source of a few files. */
final class CheckTagIT {

  private static final String GOLDEN = "core/src/test/resources/golden/v1/";

  @TempDir private Path source;

  @BeforeEach
  void prepare() throws Exception {
    for (String script : new String[] {"check-tag", "freeze-formats", "set-version"}) {
      Path copy = source.resolve("release").resolve(script);
      Files.createDirectories(copy.getParent());
      Files.copy(Path.of("../release").resolve(script), copy);
      assertTrue(copy.toFile().setExecutable(true));
    }
    write("pom.xml", pom("maintainers"));
    write("bom/pom.xml", pom("maintainers"));
    write("CHANGELOG.md", "## 1.0.0\n");
    write(GOLDEN + "lease.bin", "as it was");
    var unused = run(0, "set-version", "1.0.0");
  }

  @Test
  void checkWhenAllIsThereThenTakesTheTag() throws Exception {
    assertEquals("[release] v1.0.0\n", run(0, "check-tag", "v1.0.0"));
  }

  @Test
  void checkWhenTheVersionIsAnotherThenRefuses() throws Exception {
    assertRefused("v1.0.1", "the poms have 1.0.0");
  }

  @Test
  void checkWhenTheChangelogHasNoSectionThenRefuses() throws Exception {
    write("CHANGELOG.md", "## Unreleased\n");

    assertRefused("v1.0.0", "no section 1.0.0");
  }

  @Test
  void checkWhenTheFormatsAreNotFrozenThenRefuses() throws Exception {
    Files.delete(source.resolve("release/formats/1.0.0.sha256"));

    assertRefused("v1.0.0", "release/set-version 1.0.0 writes it");
  }

  @Test
  void checkWhenAGoldenFileHasChangedThenRefuses() throws Exception {
    write(GOLDEN + "lease.bin", "otherwise");

    assertRefused("v1.0.0", GOLDEN + "lease.bin: FAILED");
  }

  @Test
  void checkWhenAGoldenFileOfAnEarlierReleaseIsGoneThenRefuses() throws Exception {
    Files.move(source.resolve(GOLDEN + "lease.bin"), source.resolve(GOLDEN + "other.bin"));
    write("CHANGELOG.md", "## 1.1.0\n");
    var unused = run(0, "set-version", "1.1.0");

    assertRefused("v1.1.0", "release/formats/1.0.0.sha256");
  }

  @Test
  void checkWhenAGoldenFileCameLaterThenRefuses() throws Exception {
    write(GOLDEN + "later.bin", "not frozen");

    assertRefused("v1.0.0", GOLDEN + "later.bin");
  }

  @Test
  void checkWhenThePomsNameNoRepositoryThenRefuses() throws Exception {
    write("bom/pom.xml", pom("OWNER").replace("0.1.0-SNAPSHOT", "1.0.0"));

    assertRefused("v1.0.0", "put the owner");
  }

  @Test
  void setVersionWhenItIsNoReleaseThenFreezesNothing() throws Exception {
    String told = run(0, "set-version", "1.1.0-SNAPSHOT");

    assertTrue(told.contains("2 poms: 1.0.0 is 1.1.0-SNAPSHOT now"), told);
    assertTrue(Files.notExists(source.resolve("release/formats/1.1.0-SNAPSHOT.sha256")));
    assertRefused("v1.1.0-SNAPSHOT", "is no release");
  }

  private void assertRefused(String tag, String why) throws Exception {
    String told = run(1, "check-tag", tag);

    assertTrue(told.contains(why), told);
  }

  private static String pom(String owner) {
    return """
    <project>
      <version>0.1.0-SNAPSHOT</version>
      <repository>https://github.com/%s/holdfast</repository>
    </project>
    """
        .formatted(owner);
  }

  private void write(String file, String text) throws IOException {
    Path path = source.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String run(int status, String command, String argument)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(source.resolve("release").resolve(command).toString(), argument)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(status, process.waitFor(), told);
    return told;
  }
}
