package io.holdfast.serializer.graph;

import java.io.Serializable;

/** Stands in a nested Java stream for an object that is a part of the graph around it. */
final class Outside implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The place of the object among the parts beside the stream. */
  final int index;

  Outside(int index) {
    this.index = index;
  }
}
