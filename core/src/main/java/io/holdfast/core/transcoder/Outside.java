package io.holdfast.core.transcoder;

import java.io.Serializable;

/**
 * Stands in a stream of JDK serialization for an object that is written elsewhere. Its name is in
 * stored records and stays as it is.
 */
public final class Outside implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int index;

  /** Stands for the object with this number. */
  public Outside(int index) {
    this.index = index;
  }

  /** The number of the object that is meant. */
  public int index() {
    return index;
  }
}
