package io.holdfast.doctor.tomcat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** An XML file, read without anything that it refers to: a file may name others, or never end. */
final class XmlFile {

  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

  private final Document document;

  private XmlFile(Document document) {
    this.document = document;
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it is no XML, or has a DOCTYPE; the message says where and what
   */
  static XmlFile parse(byte[] bytes) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(NO_DOCTYPE, true);
      factory.setXIncludeAware(false);
      factory.setExpandEntityReferences(false);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler()); // writes nothing by itself
      return new XmlFile(builder.parse(new InputSource(new ByteArrayInputStream(bytes))));
    } catch (SAXParseException e) {
      throw new IOException(described(e), e);
    } catch (SAXException e) {
      throw new IOException("it is no XML: " + e.getMessage(), e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("This JDK reads no XML safely", e);
    }
  }

  private static String described(SAXParseException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("DOCTYPE") && message.contains("disallow-doctype-decl")
        ? "it has a DOCTYPE, which can name other files and is not read here; remove it"
        : "it is no XML: line %d, column %d: %s"
            .formatted(e.getLineNumber(), e.getColumnNumber(), message);
  }

  /** All elements of a name, in their order. */
  List<Element> elements(String name) {
    NodeList found = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
