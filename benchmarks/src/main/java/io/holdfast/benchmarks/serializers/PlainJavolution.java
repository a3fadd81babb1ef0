package io.holdfast.benchmarks.serializers;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javolution.xml.XMLObjectReader;
import javolution.xml.XMLObjectWriter;
import javolution.xml.XMLReferenceResolver;
import javolution.xml.stream.XMLStreamException;

/** Javolution with the least that makes it read back what it wrote: {@link ReflectiveBinding}. */
final class PlainJavolution implements Codec {

  private final ReflectiveBinding binding = new ReflectiveBinding();

  @Override
  public byte[] write(Object graph) throws XMLStreamException {
    StringWriter text = new StringWriter();
    XMLObjectWriter writer = XMLObjectWriter.newInstance(text);
    writer.setBinding(binding);
    writer.setReferenceResolver(references());
    writer.write(graph, "session");
    writer.close();
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Object read(byte[] bytes) throws XMLStreamException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    XMLObjectReader reader = XMLObjectReader.newInstance(new StringReader(text));
    reader.setBinding(binding);
    reader.setReferenceResolver(references());
    Object graph = reader.read("session");
    reader.close();
    return graph;
  }

  /** Fields may have the names that Javolution takes by itself. */
  private static XMLReferenceResolver references() {
    XMLReferenceResolver references = new XMLReferenceResolver();
    references.setIdentifierAttribute("_i");
    references.setReferenceAttribute("_r");
    return references;
  }
}
