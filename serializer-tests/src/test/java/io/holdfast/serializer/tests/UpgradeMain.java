package io.holdfast.serializer.tests;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** The program of a virtual machine with the jars of another version, see {@link UpgradeTest}. */
final class UpgradeMain {

  /** Begins the name of each graph. */
  static final String GRAPH = "graph: ";

  private UpgradeMain() {}

  /**
   * Writes or reads all kinds of attributes, all {@link OwnShapes} and all {@link RareShapes}.
   *
   * @param arguments {@code write ENCODINGS}, or {@code read ENCODINGS READINGS}
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("write")) {
      EncodingsFile.write(Path.of(arguments[1]), encodings());
    } else {
      List<Encoding> encodings = EncodingsFile.read(Path.of(arguments[1]));
      ReadingsFile.write(Path.of(arguments[2]), readings(encodings));
    }
  }

  private static List<Encoding> encodings() {
    List<Encoding> encodings = new ArrayList<>(WritingSide.encodings());
    for (Serializer serializer : Serializer.ALL) {
      Transcoder transcoder = serializer.transcoder();
      Map<String, Supplier<Object>> graphs = new LinkedHashMap<>(OwnShapes.all());
      graphs.putAll(RareShapes.all());
      graphs.forEach(
          (name, make) -> encodings.add(encoding(serializer, transcoder, name, make.get())));
    }
    return encodings;
  }

  private static Encoding encoding(
      Serializer serializer, Transcoder transcoder, String name, Object graph) {
    try {
      byte[] bytes = transcoder.encode(new HashMap<>(Map.of("a", graph)));
      return new Encoding(serializer.title(), GRAPH + name, Bytes.wrap(bytes), null);
    } catch (TranscoderException e) {
      return new Encoding(serializer.title(), GRAPH + name, null, "refused");
    }
  }

  /** The detail of a graph is its text. */
  private static List<Reading> readings(List<Encoding> encodings) {
    List<Encoding> kinds =
        encodings.stream().filter(encoding -> !encoding.kind().startsWith(GRAPH)).toList();
    List<Reading> readings = new ArrayList<>(ReadingSide.readings(kinds));
    for (Serializer serializer : Serializer.ALL) {
      Transcoder transcoder = serializer.transcoder();
      for (Encoding encoding : encodings) {
        if (encoding.serializer().equals(serializer.title())
            && encoding.kind().startsWith(GRAPH)
            && !encoding.isRefused()) {
          readings.add(reading(transcoder, encoding));
        }
      }
    }
    return readings;
  }

  private static Reading reading(Transcoder transcoder, Encoding encoding) {
    try {
      Map<?, ?> read = (Map<?, ?>) transcoder.decode(encoding.accepted().toByteArray());
      String text = GraphText.of(Objects.requireNonNull(read.get("a")));
      return new Reading(
          encoding.serializer(), encoding.kind(), Reading.Result.EQUAL, text.replace('\t', ' '));
    } catch (TranscoderException e) {
      return new Reading(
          encoding.serializer(), encoding.kind(), Reading.Result.UNREADABLE, e.toString());
    }
  }
}
