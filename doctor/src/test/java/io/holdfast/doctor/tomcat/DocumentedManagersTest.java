package io.holdfast.doctor.tomcat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.config.OwnerOnly;
import io.holdfast.doctor.finding.Findings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/migrating.md prints can be used as it is printed, but for names of hosts and files. */
final class DocumentedManagersTest {

  private static final Path DOCUMENT = Path.of("../docs/migrating.md");
  private static final Pattern MANAGER =
      Pattern.compile("^```xml\\n(<Manager [^`]*/>)\\n```$", Pattern.MULTILINE);
  private static final Pattern NODES = Pattern.compile("`(nodes=\"[^\"]+\")`");

  @TempDir private Path folder;

  @Test
  void managersWhenPrintedThenAreTaken() throws IOException {
    List<String> managers = found(MANAGER);

    assertFalse(managers.isEmpty());
    for (String manager : managers) {
      assertEquals("", wrong(manager), manager);
    }
  }

  @Test
  void nodesWhenPrintedThenAreTaken() throws IOException {
    List<String> nodes = found(NODES);

    assertFalse(nodes.isEmpty());
    for (String each : nodes) {
      String named =
          each.replace("MASTER", "main").replace("HOST", "redis1").replace("PORT", "6379");
      assertEquals(
          "",
          wrong("<Manager className=\"" + ManagerElement.HOLDFAST + "\" " + named + "/>"),
          each);
    }
  }

  private static List<String> found(Pattern pattern) throws IOException {
    return pattern
        .matcher(Files.readString(DOCUMENT))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  /** What the manager would say at its start; empty if it starts. */
  private String wrong(String manager) throws IOException {
    Path password = folder.resolve("password");
    if (!Files.exists(password)) {
      Files.writeString(Files.createFile(password, OwnerOnly.file(folder)), "secret\n");
    }
    String written =
        "<Context>"
            + manager.replace("/etc/tomcat/redis.password", password.toString())
            + "</Context>";
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Findings findings = new Findings(new PrintStream(said, true, UTF_8));
    ManagerElement element =
        ManagerElement.of(
            "document", XmlFile.parse(written.getBytes(UTF_8)).elements("Manager").get(0));
    var unused =
        new ManagerCheck(findings, System::nanoTime, "11.0")
            .check("document", element.attributes());
    return findings.isWell() ? "" : said.toString(UTF_8);
  }
}
