package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.graph.DecodeState;
import io.holdfast.serializer.graph.EncodeState;
import io.holdfast.serializer.graph.Extensions;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.WaysBack;
import java.io.StringReader;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.Supplier;
import javolution.context.LogContext;
import javolution.xml.XMLObjectReader;
import javolution.xml.XMLObjectWriter;
import javolution.xml.stream.XMLStreamException;
import javolution.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Encodes graphs as XML with Javolution. */
final class JavolutionTranscoder implements Transcoder {

  private final TranscoderContext context;
  private final RoundTripChecks proven;
  private final CustomFormats custom;
  private final StreamPool<XMLObjectReader> readers = new StreamPool<>(XMLObjectReader::new);
  private final StreamPool<Output> outputs =
      new StreamPool<>(() -> new Output(new XMLObjectWriter(), new DocumentWriter()));

  /** Javolution's writer, with what it writes to. */
  private record Output(XMLObjectWriter writer, DocumentWriter document) {}

  JavolutionTranscoder(TranscoderContext context, CustomFormats custom) {
    this.context = context;
    this.proven = new RoundTripChecks(context.filter());
    this.custom = custom;
  }

  @Override
  public byte[] encode(Object graph) {
    RoundTripChecks.Trial trial = proven.trial();
    byte[] bytes = write(graph, trial);
    trial.finish(graph, () -> readBack(bytes), this::roundTrip);
    return bytes;
  }

  @Override
  public @Nullable List<byte[]> encodeApart(List<Object> roots) {
    return WaysBack.writeApart(roots, proven, this::write, this::readBack, this::roundTrip);
  }

  private void roundTrip(Object part) {
    RoundTripChecks.Trial trial = new RoundTripChecks(context.filter()).trial();
    readBack(write(part, trial));
  }

  private void readBack(byte[] bytes) {
    Object unused = decode(bytes, () -> DecodeState.readingBack(context, bytes.length));
  }

  private byte[] write(Object graph, RoundTripChecks.Trial trial) {
    return WaysBack.write(ways -> write(graph, trial, new ObjectNumbers(), ways));
  }

  private byte[] write(
      Object graph, RoundTripChecks.Trial trial, ObjectNumbers met, WaysBack ways) {
    EncodeState state = new EncodeState(context, graph, trial, met, ways);
    OutputFormat format = new OutputFormat(state, custom);
    byte[] document;
    try {
      Output output = outputs.borrow();
      XMLObjectWriter writer = output.writer();
      writer.setBinding(new GraphBinding(format));
      output.document().start(state::checkSize);
      writer.setOutput(output.document());
      writer.write(graph);
      writer.close(); // and resets it
      document = output.document().take();
      outputs.release(output, document.length);
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (XMLStreamException | RuntimeException | Error e) {
      // Whatever an object of the application throws while it is taken apart.
      throw state.placed(ApplicationFailure.whileWriting(graph, e));
    }
    byte[] bytes = marked(document, format.written());
    state.finish(graph, bytes.length);
    return bytes;
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
  public Object decode(byte[] bytes) {
    return decode(bytes, () -> new DecodeState(context, bytes.length));
  }

  private Object decode(byte[] bytes, Supplier<DecodeState> begin) {
    LogContext.enter(LogContext.NULL); // else it tells of each buffer that grows
    try {
      DecodeState state = begin.get();
      Extensions.Read extensions = custom.extensions().read(bytes);
      XMLObjectReader reader = readers.borrow();
      reader.setBinding(new GraphBinding(new InputFormat(state, custom, extensions)));
      reader.setInput(new StringReader(XmlText.fromBytes(extensions.graph())));
      Object graph = reader.read();
      state.finish();
      if (graph == null || reader.getStreamReader().next() != XMLStreamReader.END_DOCUMENT) {
        throw new TranscoderException(Reason.UNREADABLE, "nothing, or more than one graph");
      }
      reader.reset();
      readers.release(reader, bytes.length);
      return graph;
    } catch (XMLStreamException | RuntimeException | Error e) {
      // Hostile bytes make any code fail; the JDK's immutable maps then throw InternalError.
      throw ApplicationFailure.whileReading(e);
    } finally {
      LogContext.exit(LogContext.NULL);
    }
  }
}
