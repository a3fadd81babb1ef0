package io.holdfast.serializer.own;

import org.jspecify.annotations.Nullable;

/** Gives the items that a {@link FormWriter} took, in their order. */
public interface FormReader {

  /** The kinds of items. */
  enum Item {
    /** No item is left. */
    END,
    /** The items of another class follow. */
    SECTION,
    /** Bytes. */
    DATA,
    /** An object. */
    OBJECT,
    /** A field. */
    FIELD
  }

  /** Goes to the next item. */
  Item next();

  /** The name of the class or of the field that the current item has. */
  String name();

  /** The bytes of the current item. */
  byte[] data();

  /** Reads the object of the current item, or the value of its field. */
  @Nullable Object object();

  /** Passes over the current item, which nothing needs; objects in it stay known if possible. */
  void skip();
}
