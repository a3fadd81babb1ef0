package io.holdfast.serializer.tests;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.core.transcoder.kit.KindGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Golden files of what serializers write: for each serializer a file of lines, each with the name
 * of a kind, a tabulator and the bytes in Base64.
 */
final class GoldenPayloads {

  /** The files of all versions, in folders by version. */
  static final Path FOLDER = Path.of("src/test/resources/golden");

  /** Their objects are of classes that may change, and those of the samples here do not. */
  private static final Set<String> OF_THE_KIT =
      Set.of(
          "Classes of the application",
          "Classes that say how they are serialized",
          "Shapes of graphs");

  /** One tells lines of source, the others the day. */
  private static final Set<String> OF_THE_MOMENT =
      Set.of("Throwable", "SimpleDateFormat", "SimpleDateFormat with symbols of its own");

  private static final int MOST_BYTES = 10_000;
  private static final String KIT = "holdfast/core/transcoder/kit";

  private GoldenPayloads() {}

  /** All kinds that may be in a file, by name. */
  static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    Stream.concat(
            Stream.of(
                Kind.of("golden object", GoldenSamples::cart),
                Kind.of("golden writeObject", GoldenSamples::form),
                Kind.of("golden writeExternal", GoldenSamples::external),
                Kind.of("golden principal", GoldenSamples::principal)),
            KindGroup.ofTheJdkAndApplications().stream()
                .filter(group -> !OF_THE_KIT.contains(group.title()))
                .flatMap(group -> group.kinds().stream())
                .filter(kind -> !OF_THE_MOMENT.contains(kind.name())))
        .forEach(kind -> kinds.put(kind.name(), kind));
    return kinds;
  }

  /** The bytes of one file, by the names of their kinds. */
  static Map<String, Bytes> read(Path file) throws IOException {
    Map<String, Bytes> payloads = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      int tab = line.indexOf('\t');
      payloads.put(
          line.substring(0, tab), Bytes.wrap(Base64.getDecoder().decode(line.substring(tab + 1))));
    }
    return payloads;
  }

  /** The files of one serializer, the newest last. */
  static List<Path> filesOf(Serializer serializer) throws IOException {
    try (Stream<Path> versions = Files.list(FOLDER)) {
      return versions
          .sorted()
          .map(version -> version.resolve(serializer.title() + ".txt"))
          .filter(Files::exists)
          .toList();
    }
  }

  /**
   * Writes the files that are not there; run by hand for a new version of a serializer's bytes.
   *
   * @param arguments the folder of the version
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    for (Serializer serializer : Serializer.ALL) {
      Path file = folder.resolve(serializer.title() + ".txt");
      if (Files.notExists(file)) {
        Files.write(file, lines(serializer), StandardOpenOption.CREATE_NEW);
      }
    }
  }

  private static List<String> lines(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    List<String> lines = new ArrayList<>();
    for (Kind kind : kinds().values()) {
      try {
        byte[] bytes = transcoder.encode(kind.sample().get());
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace('.', '/');
        if (bytes.length <= MOST_BYTES && !text.contains(KIT)) {
          lines.add(kind.name() + "\t" + Base64.getEncoder().encodeToString(bytes));
        }
      } catch (TranscoderException e) {
        System.out.println(serializer + " refuses " + kind + ": " + e.getMessage());
      }
    }
    return lines;
  }
}
