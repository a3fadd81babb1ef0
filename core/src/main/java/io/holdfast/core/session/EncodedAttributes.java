package io.holdfast.core.session;

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

    /** Copies the map, keeping its order. */
    public Apart {
      graphs = Collections.unmodifiableMap(new LinkedHashMap<>(graphs));
    }

    @Override
    public long length() {
      long sum = 0;
      for (Bytes graph : graphs.values()) {
        sum += graph.length();
      }
      return sum;
    }
  }

  /**
   * Attributes whose bytes are given up: the nodes have them, and so has the instance that shows
   * them, as objects. They can neither be read nor written.
   */
  enum Forgotten implements EncodedAttributes {
    /** All of them. */
    ALL;

    /**
     * Not to be asked.
     *
     * @throws IllegalStateException always
     */
    @Override
    public long length() {
      throw new IllegalStateException("the bytes of these attributes were given up");
    }
  }

  static EncodedAttributes none() {
    return new Together(Bytes.EMPTY);
  }
}
