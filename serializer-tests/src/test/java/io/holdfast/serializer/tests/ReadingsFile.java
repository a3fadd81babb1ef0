package io.holdfast.serializer.tests;

import io.holdfast.serializer.tests.Reading.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tells one virtual machine what another has read: a line each, parts separated by tabs. */
final class ReadingsFile {

  private ReadingsFile() {}

  static void write(Path file, List<Reading> readings) throws IOException {
    Files.write(file, readings.stream().map(ReadingsFile::line).toList());
  }

  private static String line(Reading reading) {
    return String.join(
        "\t",
        reading.serializer(),
        reading.kind(),
        reading.result().name(),
        reading.detail().replaceAll("\\s+", " "));
  }

  static List<Reading> read(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(ReadingsFile::reading).toList();
  }

  private static Reading reading(String line) {
    String[] parts = line.split("\t", -1);
    return new Reading(parts[0], parts[1], Result.valueOf(parts[2]), parts[3]);
  }
}
