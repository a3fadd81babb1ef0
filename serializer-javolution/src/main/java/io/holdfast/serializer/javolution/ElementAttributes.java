package io.holdfast.serializer.javolution;

import javolution.text.CharArray;
import javolution.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the element that the parser is at, found in one pass. They are gone as soon as
 * the parser moves on.
 */
final class ElementAttributes {

  private @Nullable CharArray reference;
  private @Nullable CharArray type;
  private @Nullable CharArray id;
  private @Nullable CharArray text;
  private @Nullable CharArray bytes;

  ElementAttributes(XMLStreamReader xml) {
    for (int i = xml.getAttributeCount() - 1; i >= 0; i--) {
      CharArray name = xml.getAttributeLocalName(i);
      if (name.length() == Names.TEXT.length() && name.charAt(0) == Names.DOT) {
        take(name.charAt(1), xml.getAttributeValue(i));
      }
    }
  }

  private void take(char letter, CharArray value) {
    switch (letter) {
      case Names.REFERENCE_LETTER -> reference = value;
      case Names.CLASS_LETTER -> type = value;
      case Names.ID_LETTER -> id = value;
      case Names.TEXT_LETTER -> text = value;
      case Names.BYTES_LETTER -> bytes = value;
      default -> {} // the name of the part, which was looked at before
    }
  }

  /** The number of the object that stands here again, null if it is another one. */
  @Nullable CharArray reference() {
    return reference;
  }

  /** The name of the class, null if it goes without saying. */
  @Nullable CharArray type() {
    return type;
  }

  /** The number of the object; 0 if it has none. */
  int id() {
    return id == null ? 0 : Integer.parseInt(id.toString());
  }

  /** The text of the object, empty if it has none. */
  String text() {
    return text == null ? "" : text.toString();
  }

  /** The bytes of the object in Base64, empty if it has none. */
  String bytes() {
    return bytes == null ? "" : bytes.toString();
  }
}
