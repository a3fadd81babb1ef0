package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.LoneSurrogates;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last field of a record: the attributes, as one graph or one each, perhaps compressed. */
final class AttributesField {

  /** Flag: each attribute is a graph of its own. */
  static final int APART = 0x01;

  /** Flag: the field is compressed. */
  static final int COMPRESSED = 0x02;

  /** Bytes of an empty name and an empty value: their lengths. */
  private static final int SMALLEST_ATTRIBUTE = 2 * Integer.BYTES;

  /** The two lengths in front of compressed bytes. */
  private static final int LENGTHS = 2 * Integer.BYTES;

  private AttributesField() {}

  /** Writes the attributes; the result are the flags that say how. */
  static int write(EncodedAttributes attributes, CompressionRule rule, FieldWriter fields) {
    int flags = attributes instanceof EncodedAttributes.Apart ? APART : 0;
    if (rule.isAbove(attributes.length()) && rule.isWithin(fieldBytes(attributes))) {
      FieldWriter plain = new FieldWriter();
      writePlain(attributes, plain);
      byte[] bytes = plain.toBytes();
      byte[] deflated = Deflation.deflate(bytes, LENGTHS);
      if (deflated != null) {
        fields.int32(bytes.length).bytes(Bytes.wrap(deflated));
        return flags | COMPRESSED;
      }
    }
    writePlain(attributes, fields);
    return flags;
  }

  private static void writePlain(EncodedAttributes attributes, FieldWriter fields) {
    if (attributes instanceof EncodedAttributes.Apart apart) {
      fields.int32(apart.graphs().size());
      apart.graphs().forEach((name, graph) -> fields.text(name).bytes(graph));
    } else {
      fields.bytes(((EncodedAttributes.Together) attributes).graph());
    }
  }

  /** An upper bound of the field's bytes: of the graphs, their names and all lengths. */
  private static long fieldBytes(EncodedAttributes attributes) {
    long size = Integer.BYTES + attributes.length();
    if (attributes instanceof EncodedAttributes.Apart apart) {
      for (String name : apart.graphs().keySet()) {
        size += SMALLEST_ATTRIBUTE + 4L * LoneSurrogates.escaped(name).length();
      }
    }
    return size;
  }

  /**
   * Reads the attributes, which end the record.
   *
   * @param maxBytes of compressed attributes; more are refused before anything is allocated
   */
  static EncodedAttributes read(FieldReader fields, int flags, int maxBytes) {
    FieldReader plain = (flags & COMPRESSED) == 0 ? fields : inflated(fields, maxBytes);
    EncodedAttributes attributes =
        (flags & APART) == 0
            ? new EncodedAttributes.Together(plain.bytesInPlace("attributes"))
            : readApart(plain);
    plain.end();
    return attributes;
  }

  /** The size of the attributes in bytes, without their names where that is known. */
  static int peek(FieldReader fields, int flags) {
    if ((flags & COMPRESSED) != 0) {
      return fields.int32("size of the attributes");
    }
    EncodedAttributes attributes = read(fields, flags, Integer.MAX_VALUE);
    return Math.toIntExact(attributes.length());
  }

  private static FieldReader inflated(FieldReader fields, int maxBytes) {
    int length = fields.int32("size of the attributes");
    Bytes deflated = fields.bytes("compressed attributes");
    fields.end();
    if (length > maxBytes) {
      throw new RecordException(
          Reason.TOO_LARGE,
          "%d bytes of attributes, compressed; maxSessionSize is %d".formatted(length, maxBytes));
    }
    return new FieldReader(ByteBuffer.wrap(Deflation.inflate(deflated, length)));
  }

  private static EncodedAttributes readApart(FieldReader fields) {
    int count = fields.count("attributes", SMALLEST_ATTRIBUTE);
    Map<String, Bytes> graphs = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String name = fields.text("attribute name");
      if (graphs.put(name, fields.bytes("attribute")) != null) {
        throw new RecordException(Reason.CORRUPT, "attribute %d has a name again".formatted(i));
      }
    }
    return new EncodedAttributes.Apart(graphs);
  }
}
