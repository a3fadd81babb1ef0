package io.holdfast.core.session;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The attributes of a session as bytes, in one of two granularities; or given up. */
public sealed interface EncodedAttributes {

  /** How many bytes the graphs are together. */
  long length();

  /**
   * All attributes as one object graph, so that objects shared between attributes stay shared.
   *
   * @param graph the encoded map of attributes by name; empty if there are no attributes
   */
  record Together(Bytes graph) implements EncodedAttributes {

    @Override
    public long length() {
      return graph.length();
    }
  }

  /**
   * Each attribute as a graph of its own.
   *
   * @param graphs the encoded values by attribute name, in a stable order
   */
  record Apart(Map<String, Bytes> graphs) implements EncodedAttributes {

    /** Copies the map, keeping its order, unless it is such a copy. */
    public Apart {
      graphs = graphs instanceof SortedGraphs ? graphs : copied(graphs);
    }

    /** Takes arrays over, which are not changed any more; the names ascend. */
    public Apart(String[] names, Bytes[] graphs) {
      this(sorted(names, graphs));
    }

    private static Map<String, Bytes> sorted(String[] names, Bytes[] graphs) {
      SortedGraphs sorted = SortedGraphs.of(names, graphs);
      if (sorted == null || names.length != graphs.length) {
        throw new IllegalArgumentException(
            "%d graphs for %s, which must ascend".formatted(graphs.length, Arrays.toString(names)));
      }
      return sorted;
    }

    /**
     * The same with other graphs.
     *
     * @param names of some of its attributes
     * @param others those of the names
     */
    public Apart with(String[] names, Bytes[] others) {
      if (graphs instanceof SortedGraphs sorted) {
        return new Apart(sorted.with(names, others));
      }
      Map<String, Bytes> all = new LinkedHashMap<>(graphs);
      for (int i = 0; i < names.length; i++) {
        all.put(names[i], others[i]);
      }
      return new Apart(all);
    }

    private static Map<String, Bytes> copied(Map<String, Bytes> graphs) {
      Map<String, Bytes> sorted =
          SortedGraphs.of(
              graphs.keySet().toArray(new String[0]), graphs.values().toArray(new Bytes[0]));
      return sorted == null ? Collections.unmodifiableMap(new LinkedHashMap<>(graphs)) : sorted;
    }

    @Override
    public long length() {
      long[] sum = {0}; // a view of the graphs would be garbage
      graphs.forEach((name, graph) -> sum[0] += graph.length());
      return sum[0];
    }
  }

  /**
   * Attributes whose bytes are given up: the nodes have them, and so has the instance that shows
   * them, as objects. They can neither be read nor written.
   */
  enum Forgotten implements EncodedAttributes {
    /** All of them. */
    ALL;

    /** Not to be asked. */
    @Override
    public long length() {
      throw new IllegalStateException("the bytes of these attributes were given up");
    }
  }

  static EncodedAttributes none() {
    return new Together(Bytes.EMPTY);
  }
}
