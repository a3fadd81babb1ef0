package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The section with what the ready-made converters change. */
final class ConvertersSection {

  private ConvertersSection() {}

  static String text() {
    List<String> header = new ArrayList<>(List.of("converter", "kind"));
    for (Serializer serializer : LibraryConverter.serializers()) {
      header.add(serializer.title());
      header.add("with it");
    }
    MarkdownTable table = new MarkdownTable(2, header);
    for (LibraryConverter converter : LibraryConverter.ALL) {
      converter.kinds().forEach(kind -> table.row(row(converter, kind)));
    }
    return table.toString();
  }

  private static List<String> row(LibraryConverter converter, Kind kind) {
    List<String> row = new ArrayList<>(List.of("`" + converter + "`", kind.name()));
    for (Serializer serializer : LibraryConverter.serializers()) {
      row.add(size(serializer, kind));
      row.add(size(serializer.with(List.of(converter.name())), kind));
    }
    return row;
  }

  private static String size(Serializer serializer, Kind kind) {
    try {
      return String.format(Locale.ROOT, "%,d", bytes(serializer, kind));
    } catch (TranscoderException e) {
      return "refused";
    }
  }

  static int bytes(Serializer serializer, Kind kind) {
    return serializer.transcoder().encode(kind.sample().get()).length;
  }
}
