package io.holdfast.sessions.nonsticky;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of a record's attributes, and a fingerprint of each: what stays of them when their
 * bytes are given up. In two arrays, since each sticky session has one.
 */
final class AttributePrints extends AbstractSet<String> {

  /** Two halves of each fingerprint. */
  private static final int LONGS = 2;

  /** In their natural order. */
  private final String[] names;

  /** Those of the names in their order; behind them that of the one graph, if there is one. */
  private final long[] prints;

  private AttributePrints(Map<String, Fingerprint> each, @Nullable Fingerprint whole) {
    this.names = new String[each.size()];
    this.prints = new long[LONGS * (names.length + (whole == null ? 0 : 1))];
    int next = 0;
    for (Map.Entry<String, Fingerprint> entry : new TreeMap<>(each).entrySet()) {
      names[next] = entry.getKey();
      put(next++, entry.getValue());
    }
    if (whole != null) {
      put(next, whole);
    }
  }

  private void put(int index, Fingerprint print) {
    prints[LONGS * index] = print.high();
    prints[LONGS * index + 1] = print.low();
  }

  /** Of attributes that are a graph each. */
  static AttributePrints of(Map<String, Bytes> graphs) {
    Map<String, Fingerprint> each = new TreeMap<>();
    graphs.forEach((name, graph) -> each.put(name, Fingerprint.of(graph)));
    return new AttributePrints(each, null);
  }

  /**
   * Of attributes that are one graph.
   *
   * @param each of what each would be alone, which tells attributes that a request changed from
   *     those that it only got
   */
  static AttributePrints of(Bytes whole, Map<String, Fingerprint> each) {
    return new AttributePrints(each, Fingerprint.of(whole));
  }

  /** Returns whether an attribute has these bytes; null stands for one that is not there. */
  boolean isSame(String name, @Nullable Bytes graph) {
    return isSame(name, graph == null ? null : Fingerprint.of(graph));
  }

  /** Returns whether an attribute has this fingerprint; null for one that is not there. */
  boolean isSame(String name, @Nullable Fingerprint print) {
    int index = Arrays.binarySearch(names, name);
    return index < 0 ? print == null : print != null && isAt(index, print);
  }

  /** Returns whether they are of attributes in one graph. */
  boolean isOfOneGraph() {
    return prints.length > LONGS * names.length;
  }

  /** Returns whether the attributes are this one graph. */
  boolean isWhole(EncodedAttributes attributes) {
    return isOfOneGraph()
        && attributes instanceof EncodedAttributes.Together together
        && isAt(names.length, Fingerprint.of(together.graph()));
  }

  private boolean isAt(int index, Fingerprint print) {
    return prints[LONGS * index] == print.high() && prints[LONGS * index + 1] == print.low();
  }

  // ---- the names ----

  @Override
  public boolean contains(Object name) {
    return name instanceof String text && Arrays.binarySearch(names, text) >= 0;
  }

  @Override
  public Iterator<String> iterator() {
    return Arrays.asList(names).iterator();
  }

  @Override
  public int size() {
    return names.length;
  }
}
