package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rolling update from another version and back: every kind of attribute, and every graph of
 * {@link OwnShapes}. The jars of that version are in {@code -Dholdfast.before}, the folder of an
 * unpacked zip; {@code release/try-upgrade} names it.
 */
@EnabledIfSystemProperty(named = "holdfast.before", matches = ".+")
final class UpgradeTest {

  private static final Duration DEADLINE = Duration.ofMinutes(5);

  @TempDir Path folder;

  private static String classPathBefore() {
    Path jars = Path.of(System.getProperty("holdfast.before", ""));
    return Serializer.ALL.stream()
        .map(serializer -> jars.resolve(serializer.title()) + File.separator + "*")
        .collect(Collectors.joining(File.pathSeparator, "", File.pathSeparator));
  }

  private void before(String... arguments) throws IOException {
    run(classPathBefore(), arguments);
  }

  private void now(String... arguments) throws IOException {
    run("", arguments);
  }

  private void run(String first, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"));
    command.add("-cp");
    command.add(first + System.getProperty("java.class.path"));
    command.add(UpgradeMain.class.getName());
    command.addAll(List.of(arguments));
    Path log = folder.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    ChildProcess child = ChildProcess.start("upgrade", builder);
    try {
      assertEquals(0, child.join(DEADLINE), () -> read(log));
    } finally {
      child.kill();
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String keyOf(Reading reading) {
    return reading.serializer() + ", " + reading.kind();
  }

  private static Map<String, String> texts(List<Reading> readings) {
    Map<String, String> texts = new LinkedHashMap<>();
    readings.forEach(
        reading -> texts.put(keyOf(reading), reading.result() + " " + reading.detail()));
    return texts;
  }

  /** What one has written, the other one has to read as the writer does. */
  private static Map<String, String> otherwise(
      Map<String, String> written, Map<String, String> read) {
    Map<String, String> other = new TreeMap<>();
    written.forEach(
        (name, text) -> {
          if (!text.equals(read.get(name))) {
            other.put(name, read.get(name) + " for " + text);
          }
        });
    return other;
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private Map<String, String> readings(String name) throws IOException {
    return texts(ReadingsFile.read(folder.resolve(name)));
  }

  @Test
  void readWhenTheVersionBeforeWroteThenIsEqual() throws IOException {
    before("write", file("written"));
    before("read", file("written"), file("read before"));
    now("read", file("written"), file("read now"));

    Map<String, String> before = readings("read before");
    System.out.println("[upgrade] read of the version before: " + before.size());
    assertEquals(Map.of(), otherwise(before, readings("read now")));
  }

  /** But for what the version before refuses to write, or does not keep. */
  @Test
  void writeWhenTheVersionBeforeReadsThenIsEqual() throws IOException {
    before("write", file("before"));
    before("read", file("before"), file("before, read before"));
    now("write", file("now"));
    now("read", file("now"), file("now, read now"));
    before("read", file("now"), file("now, read before"));

    Map<String, String> before = readings("before, read before");
    Map<String, String> now = readings("now, read now");
    Set<String> isNew = otherwise(now, before).keySet();
    now.keySet().removeAll(isNew);
    if (isNew.stream().anyMatch(name -> !name.contains(UpgradeMain.GRAPH))) {
      now.keySet().removeIf(name -> name.endsWith(OneSession.NAME)); // it has that kind, too
    }
    System.out.printf(
        "[upgrade] read by the version before: %d, beside %d that it does not keep%n",
        now.size(), isNew.size());
    assertEquals(Map.of(), otherwise(now, readings("now, read before")));
  }
}
