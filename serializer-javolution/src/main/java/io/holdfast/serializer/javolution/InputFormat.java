package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.Extensions;
import javolution.text.CharArray;
import javolution.xml.XMLFormat;
import javolution.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Reads what {@link OutputFormat} wrote. */
final class InputFormat extends XMLFormat<Object> {

  private final DecodeState state;
  private final CustomFormats custom;
  private final Extensions.Read extensions;
  private Class<?> nextAssumed = Object.class;
  private boolean nextSkipped;
  private int current;

  @SuppressWarnings("NullAway") // null makes a format that Javolution does not register
  InputFormat(DecodeState state, CustomFormats custom, Extensions.Read extensions) {
    super(null);
    this.state = state;
    this.custom = custom;
    this.extensions = extensions;
  }

  DecodeState state() {
    return state;
  }

  /** Makes the object in the current element known before it is complete. */
  void announce(Object instance) {
    state.define(current, instance);
  }

  /** Reads the object in the next element, null included. */
  @Nullable Object next(InputElement xml, Class<?> assumed) throws XMLStreamException {
    nextAssumed = assumed;
    return xml.getNext();
  }

  /** Passes over the next element; what can be read in it stays known to references. */
  void skip(InputElement xml) throws XMLStreamException {
    nextAssumed = String.class;
    nextSkipped = true;
    Object unused = xml.getNext();
    nextSkipped = false;
  }

  @Override
  public boolean isReferenceable() {
    return false;
  }

  /** Reads the whole element, not only its start: Javolution asks for the instance first. */
  @Override
  public Object newInstance(Class<Object> ignored, InputElement xml) throws XMLStreamException {
    Class<?> assumed = nextAssumed;
    boolean skipped = nextSkipped;
    nextAssumed = Object.class;
    nextSkipped = false;
    ElementAttributes attributes = new ElementAttributes(xml.getStreamReader());
    CharArray reference = attributes.reference();
    if (reference != null) {
      return state.known(Integer.parseInt(reference.toString()));
    }
    Class<?> type;
    try {
      CharArray name = attributes.type();
      type =
          name == null
              ? state.unnamed(assumed)
              : state.filter().resolve(XmlText.unescape(name.toString()));
    } catch (TranscoderException e) {
      if (skipped && e.reason() == Reason.UNREADABLE) {
        return skipContent(xml);
      }
      throw e;
    }
    return read(type, attributes, xml);
  }

  @Override
  public void read(InputElement xml, Object object) {}

  @Override
  public void write(Object object, OutputElement xml) {
    throw new UnsupportedOperationException("this format only reads");
  }

  private Object read(Class<?> type, ElementAttributes attributes, InputElement xml)
      throws XMLStreamException {
    int id = attributes.id();
    int outer = current;
    current = id;
    state.begin(type);
    Object object = build(type, attributes, xml);
    state.end();
    current = outer;
    state.define(id, object);
    return object;
  }

  @SuppressWarnings("unchecked")
  private Object build(Class<?> type, ElementAttributes attributes, InputElement xml)
      throws XMLStreamException {
    XMLFormat<Object> format = custom.find(type);
    if (format == null) {
      return custom.shapeToRead(type).read(type, new ElementPartReader(this, attributes, xml));
    }
    extensions.check(format, type);
    int mark = state.mark();
    Object object = format.newInstance((Class<Object>) type, xml);
    format.read(xml, object);
    state.settle(mark);
    return object;
  }

  private Object skipContent(InputElement xml) throws XMLStreamException {
    while (xml.hasNext()) {
      skip(xml);
    }
    return xml;
  }
}
