package io.holdfast.serializer.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Rows of tables that have one column for each serializer.
 *
 * @param serializers in the order of their columns
 */
record Columns(List<Serializer> serializers) {

  /** A header: what is in the first columns, then the serializers. */
  List<String> header(String... first) {
    return row(List.of(first), Serializer::title);
  }

  /** A row: its first columns, then a cell for each serializer. */
  List<String> row(List<String> first, Function<Serializer, String> cell) {
    List<String> row = new ArrayList<>(first);
    serializers.forEach(serializer -> row.add(cell.apply(serializer)));
    return row;
  }
}
