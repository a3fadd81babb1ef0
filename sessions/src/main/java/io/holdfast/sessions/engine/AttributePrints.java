package io.holdfast.sessions.engine;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of a record's attributes, and a fingerprint of each: what stays of them when their
 * bytes are given up. In two arrays, since each sticky session has one.
 */
final class AttributePrints extends AbstractSet<String> implements KnownAttributes {

  /** Two halves of each fingerprint. */
  private static final int LONGS = 2;

  /** In their natural order. */
  private final String[] names;

  /** Those of the names in their order; behind them that of the one graph, if there is one. */
  private final long[] prints;

  /** Compares attributes where they were encoded, and keeps the fingerprints of what is stored. */
  static final class Comparison implements SnapshotCodec.Known {

    private final AttributePrints before;
    private @Nullable EncodedAttributes stored;
    private @Nullable AttributePrints prints;

    /** Compares with these. */
    Comparison(AttributePrints before) {
      this.before = before;
    }

    @Override
    public EncodedAttributes stored(String[] names, EncodedGraphs graphs) {
      AttributePrints now = before.unlessSame(names, graphs);
      if (now == null) {
        return EncodedAttributes.Forgotten.ALL;
      }
      prints = now;
      stored = SnapshotCodec.Known.taken(names, graphs);
      return stored;
    }

    /** The fingerprints of attributes; made here unless they were for the comparison. */
    AttributePrints of(EncodedAttributes.Apart encoded) {
      AttributePrints made = prints;
      return made != null && encoded == stored ? made : AttributePrints.of(encoded.graphs());
    }
  }

  private AttributePrints(String[] names, long[] prints) {
    this.names = names;
    this.prints = prints;
  }

  /** The caller puts the fingerprints: of the names, and behind them of the one graph. */
  private AttributePrints(Set<String> names, boolean isOfOneGraph) {
    this.names = names.toArray(new String[0]);
    Arrays.sort(this.names);
    this.prints = new long[LONGS * (this.names.length + (isOfOneGraph ? 1 : 0))];
  }

  private void put(int index, Fingerprint print) {
    prints[LONGS * index] = print.high();
    prints[LONGS * index + 1] = print.low();
  }

  private boolean isAt(int index, Fingerprint print) {
    return prints[LONGS * index] == print.high() && prints[LONGS * index + 1] == print.low();
  }

  /** Of attributes that are a graph each. */
  static AttributePrints of(Map<String, Bytes> graphs) {
    Fingerprint.Maker maker = new Fingerprint.Maker();
    AttributePrints all = new AttributePrints(graphs.keySet(), false);
    for (int i = 0; i < all.names.length; i++) {
      all.put(i, maker.of(Objects.requireNonNull(graphs.get(all.names[i]))));
    }
    return all;
  }

  /** Of one graph, and of each attribute alone: which of them have changed? */
  static AttributePrints of(Bytes whole, Map<String, Fingerprint> each) {
    AttributePrints all = new AttributePrints(each.keySet(), true);
    for (int i = 0; i < all.names.length; i++) {
      all.put(i, Objects.requireNonNull(each.get(all.names[i])));
    }
    all.put(all.names.length, Fingerprint.of(whole));
    return all;
  }

  /** Those of attributes that are a graph each; null if all are the same. */
  private @Nullable AttributePrints unlessSame(String[] sorted, EncodedGraphs graphs) {
    Fingerprint.Maker maker = new Fingerprint.Maker();
    boolean isLikeThis = !isOfOneGraph() && Arrays.equals(names, sorted);
    AttributePrints now =
        isLikeThis ? null : new AttributePrints(sorted, new long[LONGS * sorted.length]);
    for (int i = 0; i < sorted.length; i++) {
      Fingerprint print = maker.of(graphs.array(i), graphs.start(i), graphs.length(i));
      if (now == null && !isAt(i, print)) {
        now = new AttributePrints(names, prints.clone());
      }
      if (now != null) {
        now.put(i, print);
      }
    }
    return now;
  }

  @Override
  public Set<String> names() {
    return this;
  }

  @Override
  public @Nullable Fingerprint print(String name) {
    int index = Arrays.binarySearch(names, name);
    return index < 0 ? null : new Fingerprint(prints[LONGS * index], prints[LONGS * index + 1]);
  }

  @Override
  public boolean isOfOneGraph() {
    return prints.length > LONGS * names.length;
  }

  @Override
  public boolean isWhole(KnownAttributes now) {
    return isOfOneGraph()
        && now instanceof Together together
        && isAt(names.length, Fingerprint.of(together.encoded().graph()));
  }

  @Override
  public boolean isForgotten() {
    return true;
  }

  @Override
  public @Nullable EncodedAttributes encoded() {
    return null;
  }

  @Override
  public KnownAttributes forgotten() {
    return this;
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
