package io.holdfast.serializer.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every kind of attribute, written by every serializer under every set-up of Java, and read under
 * all of them.
 *
 * @param written by the set-up that wrote, in the order of serializers and kinds
 * @param read by the set-up that read, then by the one that had written
 */
record Exchange(Map<SetUp, List<Encoding>> written, Map<SetUp, Map<SetUp, List<Reading>>> read) {

  /** The set-ups, in a fixed order. */
  List<SetUp> setUps() {
    return List.copyOf(written.keySet());
  }

  /** What one set-up wrote. */
  List<Encoding> writtenBy(SetUp writer) {
    return Objects.requireNonNull(written.get(writer));
  }

  /** What one set-up wrote with one serializer. */
  List<Encoding> written(SetUp writer, Serializer serializer) {
    return writtenBy(writer).stream()
        .filter(encoding -> encoding.serializer().equals(serializer.title()))
        .toList();
  }

  /** The names of the kinds that one set-up refused to write with one serializer. */
  Set<String> refused(SetUp writer, Serializer serializer) {
    return written(writer, serializer).stream()
        .filter(Encoding::isRefused)
        .map(Encoding::kind)
        .collect(Collectors.toSet());
  }

  /** What one set-up read of what one wrote with one serializer. */
  List<Reading> read(SetUp reader, SetUp writer, Serializer serializer) {
    Map<SetUp, List<Reading>> byWriter = Objects.requireNonNull(read.get(reader));
    return Objects.requireNonNull(byWriter.get(writer)).stream()
        .filter(reading -> reading.serializer().equals(serializer.title()))
        .toList();
  }

  /** The one exchange that all tests of a run look at, since it takes some ten seconds. */
  static Exchange ofThisRun() {
    return OfThisRun.EXCHANGE;
  }

  private static final class OfThisRun {

    static final Exchange EXCHANGE = make();

    private static Exchange make() {
      List<SetUp> setUps = SetUp.ofThisRun();
      System.out.println("[holdfast] sessions are exchanged between " + setUps);
      try {
        return new ExchangeRun(setUps, Path.of("target/exchange").toAbsolutePath()).run();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot exchange sessions", e);
      }
    }
  }
}
