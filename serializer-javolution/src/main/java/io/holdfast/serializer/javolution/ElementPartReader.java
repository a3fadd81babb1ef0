package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.PartReader;
import java.util.Base64;
import javolution.text.CharArray;
import javolution.xml.XMLFormat.InputElement;
import javolution.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Reads the parts of one object from the elements inside its own. */
final class ElementPartReader implements PartReader {

  private final InputFormat format;
  private final InputElement xml;
  private final String text;
  private final String bytes;

  /** Takes the attributes, which are gone as soon as the first part is looked at. */
  ElementPartReader(InputFormat format, ElementAttributes attributes, InputElement xml) {
    this.format = format;
    this.xml = xml;
    this.text = attributes.text();
    this.bytes = attributes.bytes();
  }

  @Override
  public String text() {
    return XmlText.unescape(text);
  }

  @Override
  public byte[] bytes() {
    return Base64.getDecoder().decode(bytes);
  }

  @Override
  public boolean hasNext() {
    try {
      return xml.hasNext();
    } catch (XMLStreamException e) {
      throw failure(e);
    }
  }

  @Override
  public @Nullable String name() {
    if (!hasNext()) {
      throw new TranscoderException(Reason.UNREADABLE, "a part is missing");
    }
    CharArray name = xml.getStreamReader().getAttributeValue(null, Names.NAME);
    return name == null ? null : XmlText.unescape(name.toString());
  }

  @Override
  public @Nullable Object next(Class<?> assumed) {
    try {
      return format.next(xml, assumed);
    } catch (XMLStreamException e) {
      throw failure(e);
    }
  }

  @Override
  public void skip() {
    try {
      format.skip(xml);
    } catch (XMLStreamException e) {
      throw failure(e);
    }
  }

  @Override
  public void announce(Object instance) {
    format.announce(instance);
  }

  @Override
  public DecodeState state() {
    return format.state();
  }

  private static TranscoderException failure(XMLStreamException e) {
    return new TranscoderException(Reason.UNREADABLE, "not the XML of this transcoder", e);
  }
}
