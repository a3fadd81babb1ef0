package io.holdfast.serializer.javolution;

/** Names in the XML; the attributes start with a dot, which no format of a user will take. */
final class Names {

  /** The element of an object. */
  static final String ELEMENT = "o";

  /** What the name of each attribute starts with; a letter follows. */
  static final char DOT = '.';

  static final char CLASS_LETTER = 'c';
  static final char ID_LETTER = 'i';
  static final char REFERENCE_LETTER = 'r';
  static final char TEXT_LETTER = 't';
  static final char BYTES_LETTER = 'b';

  /** The name of a part. */
  static final String NAME = DOT + "n";

  /** The class of an object. */
  static final String CLASS = "" + DOT + CLASS_LETTER;

  /** The number of an object. */
  static final String ID = "" + DOT + ID_LETTER;

  /** The number of an object that came before. */
  static final String REFERENCE = "" + DOT + REFERENCE_LETTER;

  /** The text of an object. */
  static final String TEXT = "" + DOT + TEXT_LETTER;

  /** The bytes of an object, in Base64. */
  static final String BYTES = "" + DOT + BYTES_LETTER;

  private Names() {}
}
