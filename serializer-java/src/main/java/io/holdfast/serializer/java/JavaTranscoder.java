package io.holdfast.serializer.java;

import io.holdfast.core.transcoder.ObjectPath;
import io.holdfast.core.transcoder.ProvenClasses;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.util.ConcurrentModificationException;

/** Encodes with JDK serialization, guarded on both sides. */
final class JavaTranscoder implements Transcoder {

  private final TranscoderContext context;
  private final RecordCycles cycles = new RecordCycles();
  private final ProvenClasses proven = new ProvenClasses();

  JavaTranscoder(TranscoderContext context) {
    this.context = context;
  }

  @Override
  public byte[] encode(Object graph) {
    ProvenClasses.Trial trial = proven.trial();
    byte[] bytes = write(graph, trial);
    if (bytes.length > context.limits().maxBytes()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "graph of class %s takes %d bytes, more than the %d allowed"
              .formatted(graph.getClass().getName(), bytes.length, context.limits().maxBytes()));
    }
    trial.finish(graph, () -> decode(bytes), part -> decode(write(part, proven.trial())));
    return bytes;
  }

  private byte[] write(Object graph, ProvenClasses.Trial trial) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    CheckedObjectOutput out = CheckedObjectOutput.to(bytes, context, trial);
    try {
      out.writeObject(graph);
      out.flush();
      out.checkSizes();
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (NotSerializableException e) {
      String name = String.valueOf(e.getMessage());
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s is not Serializable, at %s".formatted(name, ObjectPath.toClass(graph, name)),
          e);
    } catch (TranscoderException e) {
      throw new TranscoderException(e.reason(), e.getMessage() + ", at " + place(graph, out), e);
    } catch (StackOverflowError e) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "graph of class %s is nested too deeply".formatted(graph.getClass().getName()),
          e);
    } catch (IOException | RuntimeException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s failed to write itself, at %s: %s"
              .formatted(out.current().getName(), place(graph, out), e),
          e);
    }
    if (out.sawRecord()) {
      cycles.refuse(graph);
    }
    return bytes.toByteArray();
  }

  private static String place(Object graph, CheckedObjectOutput out) {
    return ObjectPath.find(graph, object -> object.getClass() == out.current());
  }

  @Override
  public Object decode(byte[] bytes) {
    if (bytes.length > context.limits().maxBytes()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "%d bytes are more than allowed".formatted(bytes.length));
    }
    try (CheckedObjectInput in =
        new CheckedObjectInput(new ByteArrayInputStream(bytes), bytes.length, context)) {
      Object root = in.readChecked();
      if (root == null || in.read() != -1) {
        throw new TranscoderException(Reason.UNREADABLE, "not exactly one object");
      }
      return root;
    } catch (TranscoderException e) {
      throw e;
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      throw unreadable(e);
    } catch (StackOverflowError | OutOfMemoryError e) {
      throw new TranscoderException(Reason.LIMIT_EXCEEDED, "graph is too deep or too large", e);
    } catch (LinkageError | AssertionError | InternalError e) {
      // Bytes can name a class whose initializer fails, and trip assertions of the JDK.
      throw unreadable(e);
    }
  }

  private static TranscoderException unreadable(Throwable cause) {
    return new TranscoderException(Reason.UNREADABLE, "cannot be read: " + cause, cause);
  }
}
