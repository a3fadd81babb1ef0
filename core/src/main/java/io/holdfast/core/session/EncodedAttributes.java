package io.holdfast.core.session;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The attributes of a session as bytes, in one of two granularities. */
public sealed interface EncodedAttributes {

  /**
   * All attributes as one object graph, so that objects shared between attributes stay shared.
   *
   * @param graph the encoded map of attributes by name; empty if there are no attributes
   */
  record Together(Bytes graph) implements EncodedAttributes {}

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
  }

  /** No attributes. */
  static EncodedAttributes none() {
    return new Together(Bytes.EMPTY);
  }
}
