package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.Extensions;
import io.holdfast.serializer.graph.GraphTranscoder;
import java.io.StringReader;
import javolution.context.LogContext;
import javolution.xml.XMLObjectReader;
import javolution.xml.XMLObjectWriter;
import javolution.xml.stream.XMLStreamException;
import javolution.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Encodes graphs as XML with Javolution. */
final class JavolutionTranscoder extends GraphTranscoder {

  private final CustomFormats custom;
  private final StreamPool<XMLObjectReader> readers = new StreamPool<>(XMLObjectReader::new);
  private final StreamPool<Output> outputs =
      new StreamPool<>(() -> new Output(new XMLObjectWriter(), new DocumentWriter()));

  /** Javolution's writer, with what it writes to. */
  private record Output(XMLObjectWriter writer, DocumentWriter document) {}

  JavolutionTranscoder(TranscoderContext context, CustomFormats custom) {
    super(context);
    this.custom = custom;
  }

  @Override
  protected byte[] write(Object graph, EncodeState state) {
    OutputFormat format = new OutputFormat(state, custom);
    Output output = outputs.borrow();
    XMLObjectWriter writer = output.writer();
    try {
      writer.setBinding(new GraphBinding(format));
      output.document().start(state::checkSize);
      writer.setOutput(output.document());
      writer.write(graph);
      writer.close(); // and resets it
    } catch (XMLStreamException e) {
      throw ApplicationFailure.whileWriting(graph, e);
    }
    byte[] document = output.document().take();
    outputs.release(output, document.length);
    return marked(document, format.written());
  }

  private static byte[] marked(byte[] document, Extensions.Written written) {
    // What the shapes of core write is escaped; formats of the user may write anything.
    if (!written.isEmpty() && UnwantedMarkup.isIn(document)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "a custom format wrote a control character or markup that could not be read again");
    }
    return written.mark(document);
  }

  @Override
  protected @Nullable Object read(byte[] bytes, DecodeState state) {
    LogContext.enter(LogContext.NULL); // else it tells of each buffer that grows
    try {
      Extensions.Read extensions = custom.extensions().read(bytes);
      XMLObjectReader reader = readers.borrow();
      reader.setBinding(new GraphBinding(new InputFormat(state, custom, extensions)));
      reader.setInput(new StringReader(XmlText.fromBytes(extensions.graph())));
      Object graph = reader.read();
      if (reader.getStreamReader().next() != XMLStreamReader.END_DOCUMENT) {
        throw new TranscoderException(Reason.UNREADABLE, "more than one graph");
      }
      reader.reset();
      readers.release(reader, bytes.length);
      return graph;
    } catch (XMLStreamException e) {
      throw ApplicationFailure.whileReading(e);
    } finally {
      LogContext.exit(LogContext.NULL);
    }
  }
}
