package io.holdfast.core.transcoder;

import java.io.Serializable;

/** Stands in a stream for an object that is written elsewhere. */
final class Outside implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int index;

  Outside(int index) {
    this.index = index;
  }

  int index() {
    return index;
  }
}
