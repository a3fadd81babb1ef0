package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.Extensions;
import io.holdfast.serializer.graph.PartWriter;
import io.holdfast.serializer.graph.Shape;
import java.util.Base64;
import javolution.xml.XMLFormat;
import javolution.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Writes one graph: every object once with a number, and the number wherever it comes again. */
final class OutputFormat extends XMLFormat<Object> {

  private final EncodeState state;
  private final CustomFormats custom;
  private final Extensions.Written written;
  private @Nullable String nextName;
  private Class<?> nextAssumed = Object.class;

  @SuppressWarnings("NullAway") // null makes a format that Javolution does not register
  OutputFormat(EncodeState state, CustomFormats custom) {
    super(null);
    this.state = state;
    this.custom = custom;
    this.written = custom.extensions().write();
  }

  /** Which formats of the user wrote some of the graph. */
  Extensions.Written written() {
    return written;
  }

  @Override
  public boolean isReferenceable() {
    return false;
  }

  @Override
  public void write(Object given, OutputElement xml) throws XMLStreamException {
    Object object = state.replaced(given, custom::shapeOf);
    String name = nextName;
    Class<?> assumed = nextAssumed;
    nextName = null;
    nextAssumed = Object.class;
    if (name != null) {
      xml.setAttribute(Names.NAME, XmlText.escape(name));
    }
    int known = state.known(object);
    if (known != 0) {
      xml.setAttribute(Names.REFERENCE, Integer.toString(known));
      return;
    }
    Shape shape = custom.shapeOf(object.getClass());
    Class<?> type = shape.wireClass(object);
    state.check(type);
    if (!EncodeState.isUnnamed(type, assumed)) {
      xml.setAttribute(Names.CLASS, XmlText.escape(type.getName()));
    }
    int id = state.begin(object, shape);
    if (id != 0) {
      xml.setAttribute(Names.ID, Integer.toString(id));
    }
    XMLFormat<Object> format = custom.find(object.getClass());
    if (format == null) {
      shape.write(object, new Parts(xml));
    } else {
      written.note(format);
      format.write(object, xml);
    }
    state.end(object);
  }

  @Override
  public void read(InputElement xml, Object object) {
    throw new UnsupportedOperationException("this format only writes");
  }

  private final class Parts implements PartWriter {

    private final OutputElement xml;

    Parts(OutputElement xml) {
      this.xml = xml;
    }

    @Override
    public void text(String text) {
      state.claim(text.length());
      attribute(Names.TEXT, XmlText.escape(text));
    }

    @Override
    public void bytes(byte[] bytes) {
      state.claim(4L * bytes.length / 3);
      attribute(Names.BYTES, Base64.getEncoder().encodeToString(bytes));
    }

    private void attribute(String name, String value) {
      try {
        xml.setAttribute(name, value);
      } catch (XMLStreamException e) {
        throw failure(e);
      }
    }

    @Override
    public void part(@Nullable String name, Class<?> assumed, @Nullable Object value) {
      state.enter(name);
      if (value != null) {
        nextName = name;
        nextAssumed = assumed;
      }
      try {
        xml.add(value);
      } catch (XMLStreamException e) {
        throw failure(e);
      }
    }

    @Override
    public EncodeState state() {
      return state;
    }

    private TranscoderException failure(XMLStreamException e) {
      return new TranscoderException(Reason.UNWRITABLE, "XML cannot be written: " + e, e);
    }
  }
}
