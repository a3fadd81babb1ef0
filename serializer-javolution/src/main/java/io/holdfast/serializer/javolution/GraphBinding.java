package io.holdfast.serializer.javolution;

import javolution.xml.XMLBinding;
import javolution.xml.XMLFormat;
import javolution.xml.stream.XMLStreamException;
import javolution.xml.stream.XMLStreamReader;
import javolution.xml.stream.XMLStreamWriter;

/**
 * Binds all classes to one format, which names and resolves them itself: Javolution's own binding
 * loads whatever class the bytes name and keeps it for ever.
 */
final class GraphBinding extends XMLBinding {

  private static final long serialVersionUID = 1L;

  private final transient XMLFormat<Object> format;

  GraphBinding(XMLFormat<Object> format) {
    this.format = format;
  }

  @Override
  @SuppressWarnings("rawtypes")
  protected XMLFormat getFormat(Class type) {
    return format;
  }

  @Override
  @SuppressWarnings("rawtypes")
  protected void writeClass(Class type, XMLStreamWriter writer, boolean inAttribute)
      throws XMLStreamException {
    if (!inAttribute) {
      writer.writeStartElement(Names.ELEMENT);
    }
  }

  @Override
  @SuppressWarnings("rawtypes")
  protected Class readClass(XMLStreamReader reader, boolean inAttribute) {
    return Object.class;
  }
}
