package io.holdfast.serializer.graph;

/**
 * How the instances of one class are taken apart and put together again.
 *
 * <p>Shapes hold no filter, no loader and no graph, so that they can be kept beside their class.
 */
public interface Shape {

  /**
   * Returns whether instances are plain values: they have no parts and their identity does not
   * matter.
   */
  default boolean isValue() {
    return false;
  }

  /**
   * Returns whether an instance is announced before its parts are read, so that a part may refer
   * back to it. A graph in which a part of any other instance refers back is refused when it is
   * written.
   */
  default boolean isEarly() {
    return true;
  }

  /**
   * The class to name in the bytes.
   *
   * @param instance an instance of this shape
   */
  default Class<?> wireClass(Object instance) {
    return instance.getClass();
  }

  /**
   * Takes an instance apart.
   *
   * @throws io.holdfast.core.transcoder.TranscoderException if it cannot be read again
   */
  void write(Object instance, PartWriter out);

  /**
   * Puts an instance together; whatever it throws means that the bytes cannot be read.
   *
   * @param type the class named in the bytes, accepted by the filter
   */
  Object read(Class<?> type, PartReader in);
}
