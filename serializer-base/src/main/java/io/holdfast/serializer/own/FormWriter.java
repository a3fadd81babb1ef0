package io.holdfast.serializer.own;

import org.jspecify.annotations.Nullable;

/** Takes what an object writes of itself, item by item, into the graph around it. */
public interface FormWriter {

  /** Starts the items of one class of the object's hierarchy; of its own if the name is empty. */
  void section(String className);

  /** Writes bytes of the object's own. */
  void data(byte[] bytes);

  /** Writes an object that the object hands out itself, possibly null. */
  void object(@Nullable Object object);

  /** Writes a field of the current class; a number or the like as its wrapper. */
  void field(String name, @Nullable Object value);

  /** Ends the object. */
  void end();
}
