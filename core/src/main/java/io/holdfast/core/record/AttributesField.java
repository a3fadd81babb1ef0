package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.LoneSurrogates;
import io.holdfast.core.session.SessionSnapshot;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The last field of a record: the attributes, as one graph or one each, perhaps compressed. Behind
 * each graph of its own stands which version last changed the attribute.
 *
 * @param attributes what it holds
 * @param versions those that stand behind graphs, by the attribute's name
 */
record AttributesField(EncodedAttributes attributes, Map<String, Long> versions) {

  /** Flag: each attribute is a graph of its own. */
  static final int APART = 0x01;

  /** Flag: the field is compressed. */
  static final int COMPRESSED = 0x02;

  /** Bytes of an empty name and an empty value: their lengths. */
  private static final int SMALLEST_ATTRIBUTE = 2 * Integer.BYTES;

  /** The two lengths in front of compressed bytes. */
  private static final int LENGTHS = 2 * Integer.BYTES;

  /**
   * Writes the attributes; the result are the flags that say how.
   *
   * @param codes to write versions with; null if the record names none
   */
  static int write(
      SessionSnapshot snapshot,
      @Nullable VersionCodes codes,
      CompressionRule rule,
      FieldWriter fields) {
    EncodedAttributes attributes = snapshot.attributes();
    int flags = attributes instanceof EncodedAttributes.Apart ? APART : 0;
    if (attributes.length() > rule.above() && fieldBytes(attributes) <= rule.maxBytes()) {
      FieldWriter plain = new FieldWriter(FieldWriter.USUAL);
      writePlain(snapshot, codes, plain);
      byte[] bytes = plain.toBytes();
      byte[] deflated = Deflation.deflate(bytes, LENGTHS);
      if (deflated != null) {
        fields.int32(bytes.length).bytes(Bytes.wrap(deflated));
        return flags | COMPRESSED;
      }
    }
    writePlain(snapshot, codes, fields);
    return flags;
  }

  private static void writePlain(
      SessionSnapshot snapshot, @Nullable VersionCodes codes, FieldWriter fields) {
    if (snapshot.attributes() instanceof EncodedAttributes.Apart apart) {
      fields.int32(apart.graphs().size());
      apart
          .graphs()
          .forEach( // without an entry for each
              (name, graph) -> {
                fields.text(name).bytes(graph);
                if (codes != null) {
                  codes.write(versionBeside(name, snapshot.origins()), fields);
                }
              });
    } else {
      fields.bytes(((EncodedAttributes.Together) snapshot.attributes()).graph());
    }
  }

  /** That of the container's notes stands elsewhere, also where an attribute has that name. */
  private static long versionBeside(String name, FieldVersions origins) {
    return name.equals(FieldVersions.NOTES) ? 0 : origins.of(name);
  }

  /** An upper bound of the field's bytes: of the graphs, their names and all lengths. */
  private static long fieldBytes(EncodedAttributes attributes) {
    long size = Integer.BYTES + attributes.length();
    if (attributes instanceof EncodedAttributes.Apart apart) {
      for (String name : apart.graphs().keySet()) {
        size +=
            SMALLEST_ATTRIBUTE
                + VersionCodes.MOST_BYTES
                + 4L * LoneSurrogates.escaped(name).length();
      }
    }
    return size;
  }

  /**
   * Reads the attributes, which end the record.
   *
   * @param codes to read versions with; null if the record names none beside graphs
   * @param maxBytes of compressed attributes; more are refused before anything is allocated
   */
  static AttributesField read(
      FieldReader fields, int flags, @Nullable VersionCodes codes, int maxBytes) {
    FieldReader plain = (flags & COMPRESSED) == 0 ? fields : inflated(fields, maxBytes);
    AttributesField field =
        (flags & APART) == 0
            ? new AttributesField(
                new EncodedAttributes.Together(plain.bytesInPlace("attributes")), Map.of())
            : readApart(plain, codes);
    plain.end();
    return field;
  }

  /** Refuses attributes that cannot be read; those that are compressed are not looked at. */
  static void check(FieldReader fields, int flags, @Nullable VersionCodes codes) {
    if ((flags & COMPRESSED) == 0) {
      var unused = read(fields, flags, codes, Integer.MAX_VALUE);
    }
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

  private static AttributesField readApart(FieldReader fields, @Nullable VersionCodes codes) {
    int count = fields.count("attributes", SMALLEST_ATTRIBUTE);
    String[] names = new String[count];
    Bytes[] graphs = new Bytes[count];
    Map<String, Long> versions = new TreeMap<>();
    boolean isSorted = true;
    for (int i = 0; i < count; i++) {
      names[i] = fields.text("attribute name").intern(); // all sessions have the same ones
      graphs[i] = fields.bytes("attribute");
      isSorted &= i == 0 || names[i - 1].compareTo(names[i]) < 0;
      long version = codes == null ? 0 : codes.read(fields);
      if (version != 0) {
        versions.put(names[i], version);
      }
    }
    if (versions.containsKey(FieldVersions.NOTES)) {
      throw RecordException.corrupt("the version of the notes beside an attribute");
    }
    return new AttributesField(
        isSorted
            ? new EncodedAttributes.Apart(names, graphs)
            : new EncodedAttributes.Apart(inTheirOrder(names, graphs)),
        versions);
  }

  private static Map<String, Bytes> inTheirOrder(String[] names, Bytes[] graphs) {
    Map<String, Bytes> all = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      if (all.put(names[i], graphs[i]) != null) {
        throw RecordException.corrupt("attribute %d has a name again".formatted(i));
      }
    }
    return all;
  }
}
