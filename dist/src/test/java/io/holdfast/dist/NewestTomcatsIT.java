package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build's own check for newer Tomcats, on a repository in a folder. */
final class NewestTomcatsIT {

  private static final Path PROGRAM = Path.of("src/tools/NewestTomcats.java");

  /** The program in classes: as a source, each run would compile it. */
  @TempDir private static Path classes;

  @TempDir private Path folder;
  private Path pom;

  @BeforeAll
  static void compile() {
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), PROGRAM.toString());
    assertEquals(0, status);
  }

  @BeforeEach
  void writePom() throws IOException {
    pom =
        Files.writeString(
            folder.resolve("pom.xml"),
            """
            <version.tomcat9.dist>9.0.117</version.tomcat9.dist>
            <version.tomcat11.dist>11.0.24</version.tomcat11.dist>
            """);
  }

  @Test
  void newestWhenNothingIsNewerThenSaysWhatIsTested() throws Exception {
    repositoryOf(List.of("9.0.117", "11.0.24"), List.of("9.0.117", "11.0.24"));

    assertEquals(
        """
        line   tested     newest
        9.0    9.0.117    9.0.117
        11.0   11.0.24    11.0.24
        12.0   none       none
        """,
        run(0));
  }

  /** Maven Central lists versions without a distribution, and its list may be behind. */
  @Test
  void newestWhenThereAreNewerOnesThenNamesThoseWithADistribution() throws Exception {
    repositoryOf(
        List.of("9.0.117", "9.0.118", "11.0.24", "11.1.0", "12.0.0-M1"),
        List.of("9.0.117", "9.0.119", "11.0.24", "11.0.26", "12.0.0-M1", "12.0.0-M2"));

    String told = run(1);

    assertTrue(told.contains("9.0    9.0.117    9.0.119  NEWER\n"), told);
    assertTrue(told.contains("11.0   11.0.24    11.0.26  NEWER\n"), told);
    assertTrue(told.contains("12.0   none       12.0.0-M2  NEW LINE\n"), told);
  }

  /** Maven unpacks an archive without its POM, and Maven Central has such ones. */
  @Test
  void newestWhenADistributionHasNoPomThenIsNewer() throws Exception {
    repositoryOf(List.of("9.0.117", "11.0.24"), List.of("9.0.119"));
    Files.delete(folder.resolve("org/apache/tomcat/tomcat/9.0.119/tomcat-9.0.119.pom"));

    String told = run(1);

    assertTrue(told.contains("9.0    9.0.117    9.0.119  NEWER\n"), told);
  }

  @Test
  void newestWhenTheListLacksItAndHasALaterOneThenItIsAskedForAllTheSame() throws Exception {
    repositoryOf(List.of("9.0.117", "9.0.127", "11.0.24"), List.of("9.0.119"));

    assertTrue(run(1).contains("9.0    9.0.117    9.0.119  NEWER\n"));
  }

  @Test
  void newestWhenToBeWrittenThenThePomNamesThem() throws Exception {
    repositoryOf(List.of("9.0.117", "11.0.24"), List.of("9.0.119"));

    run(0, "--write");

    assertEquals(
        """
        <version.tomcat9.dist>9.0.119</version.tomcat9.dist>
        <version.tomcat11.dist>11.0.24</version.tomcat11.dist>
        """,
        Files.readString(pom));
  }

  @Test
  void newestWhenTheRepositoryCannotBeAskedThenSaysSo() throws Exception {
    String told = run(2);

    assertTrue(told.contains("cannot be asked"), told);
  }

  private void repositoryOf(List<String> listed, List<String> withDistribution) throws IOException {
    Path tomcat = Files.createDirectories(folder.resolve("org/apache/tomcat/tomcat"));
    Files.writeString(
        tomcat.resolve("maven-metadata.xml"),
        listed.stream()
            .map("<version>%s</version>"::formatted)
            .collect(Collectors.joining("\n", "<versions>", "</versions>")));
    for (String version : withDistribution) {
      Path archives = Files.createDirectories(tomcat.resolve(version));
      Files.writeString(archives.resolve("tomcat-" + version + ".tar.gz"), "an archive");
      Files.writeString(archives.resolve("tomcat-" + version + ".pom"), "a POM");
    }
  }

  private String run(int status, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1", "-cp", classes.toString(), "NewestTomcats", pom.toString()));
    Stream.concat(Arrays.stream(options), Stream.of(folder.toUri().toString()))
        .forEach(command::add);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(status, process.waitFor(), printed);
    return printed;
  }
}
