package io.holdfast.serializer.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Rows of tables that have one column for each serializer. */
final class Columns {

  private Columns() {}

  /** A header: what is in the first columns, then the serializers. */
  static List<String> header(String... first) {
    return row(List.of(first), Serializer::title);
  }

  /** A row: its first columns, then a cell for each serializer. */
  static List<String> row(List<String> first, Function<Serializer, String> cell) {
    List<String> row = new ArrayList<>(first);
    Serializer.ALL.forEach(serializer -> row.add(cell.apply(serializer)));
    return row;
  }
}
