package io.holdfast.serializer.javolution;

/** Names in the XML; the attributes start with a dot, which no format of a user will take. */
final class Names {

  /** The element of an object. */
  static final String ELEMENT = "o";

  /** The name of a part. */
  static final String NAME = ".n";

  /** The class of an object. */
  static final String CLASS = ".c";

  /** The number of an object. */
  static final String ID = ".i";

  /** The number of an object that came before. */
  static final String REFERENCE = ".r";

  /** The text of an object. */
  static final String TEXT = ".t";

  /** The bytes of an object, in Base64. */
  static final String BYTES = ".b";

  private Names() {}
}
