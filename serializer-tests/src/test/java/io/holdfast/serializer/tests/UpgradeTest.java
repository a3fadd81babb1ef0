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
import java.util.TreeSet;
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

  private void run(String... arguments) throws IOException {
    Path jars = Path.of(System.getProperty("holdfast.before", ""));
    String ofBefore =
        Serializer.ALL.stream()
            .map(serializer -> jars.resolve(serializer.title()) + File.separator + "*")
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"));
    command.add("-cp");
    command.add(ofBefore + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(UpgradeMain.class.getName());
    command.addAll(List.of(arguments));
    Path log = folder.resolve(arguments[0] + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    ChildProcess child = ChildProcess.start("before", builder);
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
  private static Set<String> otherwise(Map<String, String> written, Map<String, String> read) {
    Set<String> names = new TreeSet<>();
    written.forEach(
        (name, text) -> {
          if (!text.equals(read.get(name))) {
            names.add(name + ": " + read.get(name) + " for " + text);
          }
        });
    return names;
  }

  @Test
  void readWhenTheVersionBeforeWroteThenIsEqual() throws IOException {
    Path written = folder.resolve("written");
    run("write", written.toString());
    Path read = folder.resolve("read");
    run("read", written.toString(), read.toString());
    Map<String, String> before = texts(ReadingsFile.read(read));

    List<Reading> readings = UpgradeMain.readings(EncodingsFile.read(written));

    System.out.println("[upgrade] read of the version before: " + readings.size());
    assertEquals(Set.of(), otherwise(before, texts(readings)));
  }

  /** But for graphs that the version before never writes. */
  @Test
  void writeWhenTheVersionBeforeReadsThenIsEqual() throws IOException {
    Path written = folder.resolve("written");
    run("write", written.toString());
    Set<String> refused =
        EncodingsFile.read(written).stream()
            .filter(Encoding::isRefused)
            .map(encoding -> encoding.serializer() + ", " + encoding.kind())
            .collect(Collectors.toSet());
    List<Encoding> encodings = UpgradeMain.encodings();
    Path now = folder.resolve("now");
    EncodingsFile.write(now, encodings);
    Map<String, String> expected = texts(UpgradeMain.readings(encodings));
    Path read = folder.resolve("read");

    run("read", now.toString(), read.toString());

    int count = expected.size();
    expected.keySet().removeAll(refused);
    System.out.printf(
        "[upgrade] read by the version before: %d, beside %d that it refuses to write%n",
        expected.size(), count - expected.size());
    assertEquals(Set.of(), otherwise(expected, texts(ReadingsFile.read(read))));
  }
}
