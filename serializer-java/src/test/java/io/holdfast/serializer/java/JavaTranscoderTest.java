package io.holdfast.serializer.java;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.core.transcoder.kit.TranscoderKit;
import io.holdfast.core.transcoder.kit.WorkKit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class JavaTranscoderTest extends TranscoderKit {

  /**
   * Writes itself as a {@link Vector} that has its array in common with others. A vector copies its
   * array when it is read.
   */
  @SuppressWarnings({"UnusedVariable", "serial"})
  private static final class FormOfVector implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int capacityIncrement = 0;
    private final int elementCount = 0;
    private final Object[] elementData;

    FormOfVector(Object[] elementData) {
      this.elementData = elementData;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }

    static byte[] written(Object graph) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out =
          new ObjectOutputStream(bytes) {
            @Override
            protected void writeClassDescriptor(ObjectStreamClass form) throws IOException {
              super.writeClassDescriptor(
                  form.forClass() == FormOfVector.class
                      ? ObjectStreamClass.lookup(Vector.class)
                      : form);
            }
          }) {
        out.writeObject(graph);
      }
      return bytes.toByteArray();
    }
  }

  @Override
  protected TranscoderFactory factory() {
    return new JavaTranscoderFactory();
  }

  @Override
  protected Set<String> refused() {
    return Set.of(
        // Exists only after its parts
        "cycle through an unmodifiable list",
        // Not Serializable
        "Charset",
        "DateTimeFormatter",
        "Object",
        "Optional",
        "Optional empty",
        "OptionalDouble",
        "OptionalInt",
        "OptionalLong",
        "Path",
        "Map.entry",
        "WeakHashMap",
        "ArrayList.subList",
        "HashMap entry",
        "HashMap.entrySet",
        "HashMap.keySet",
        "HashMap.values",
        "LinkedHashMap.keySet",
        "List.of.subList",
        "TreeMap.keySet",
        "fields of every declared type",
        "lambda not Serializable",
        "not Serializable",
        "not Serializable, no default constructor",
        "record not Serializable",
        // Written, but not readable again
        "Externalizable without public constructor",
        "Serializable child of a plain parent",
        "cycle through a record");
  }

  @Override
  protected Set<String> unreadable() {
    return Set.of(
        "Integer to int",
        "String to List",
        "class renamed",
        "enum constant removed",
        "field added, no serialVersionUID",
        "float to double",
        "int to Integer",
        "int to String",
        "int to long",
        "long to int, the value fits",
        "double to int, the value fits",
        "int to float, more digits than fit",
        "double to float, more digits than fit",
        "long to int, the value does not fit",
        "method added, no serialVersionUID");
  }

  @Override
  protected Set<String> lost() {
    return Set.of("field moved to a superclass");
  }

  @Override
  protected String tooHeavy() {
    return "addresses that share a text";
  }

  @Test
  void decodeWhenVectorsShareAnArrayThenIsRefusedBeforeItFillsTheHeap() throws IOException {
    Object[] shared = new Object[100_000];
    Object[] vectors = new Object[1_000];
    Arrays.setAll(vectors, i -> new FormOfVector(shared));
    Transcoder transcoder =
        factory().create(TranscoderContext.of(Filters.ofLoader(getClass().getClassLoader(), "")));
    byte[] bytes = FormOfVector.written(vectors);

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason(), refusal.getMessage());
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("too much memory to read"), message);
  }

  @Nested
  final class Work extends WorkKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }

    /** A table is copied before its keys are counted, which takes the square of their number. */
    @Override
    protected int manyKeys() {
      return 5_000;
    }

    @Override
    protected boolean comparesNothing(String container) {
      return container.equals("set without hashes");
    }

    /** Those who attack need no transcoder of ours. */
    @Override
    protected byte[] hostile(Object graph, Object alike) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(graph);
      } catch (NotSerializableException e) {
        Assumptions.abort("not for this serializer: " + e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }
}
