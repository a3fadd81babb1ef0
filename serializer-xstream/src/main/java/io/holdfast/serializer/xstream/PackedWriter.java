package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.io.HierarchicalStreamWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Writes nodes as tokens. A name or attribute value is written out once and then by its number; a
 * text is written with one byte for each character if all fit, else with two.
 */
final class PackedWriter implements HierarchicalStreamWriter {

  static final int START = 1;
  static final int ATTRIBUTE = 2;
  static final int NUMBER = 3;
  static final int TEXT = 4;
  static final int END = 5;

  private static final int MAX_NUMBER_DIGITS = 9;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
  private final Map<String, Integer> names = new HashMap<>();
  private final LongConsumer sizeCheck;

  /**
   * Starts a graph.
   *
   * @param sizeCheck is told now and then how many bytes there are, and refuses too many
   */
  PackedWriter(LongConsumer sizeCheck) {
    this.sizeCheck = sizeCheck;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  @Override
  public void startNode(String name) {
    sizeCheck.accept(out.size());
    out.write(START);
    writeName(name);
  }

  @Override
  public void addAttribute(String name, String value) {
    boolean number = isNumber(value);
    out.write(number ? NUMBER : ATTRIBUTE);
    writeName(name);
    if (number) {
      writeInt(Integer.parseInt(value));
    } else {
      writeName(value);
    }
  }

  @Override
  public void setValue(String text) {
    if (!text.isEmpty()) {
      out.write(TEXT);
      writeText(text);
    }
  }

  @Override
  public void endNode() {
    out.write(END);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public HierarchicalStreamWriter underlyingWriter() {
    return this;
  }

  private static boolean isNumber(String value) {
    return !value.isEmpty()
        && value.length() <= MAX_NUMBER_DIGITS
        && value.chars().allMatch(c -> c >= '0' && c <= '9')
        && (value.length() == 1 || value.charAt(0) != '0');
  }

  private void writeName(String name) {
    Integer known = names.putIfAbsent(name, names.size() + 1);
    writeInt(known == null ? 0 : known);
    if (known == null) {
      writeText(name);
    }
  }

  private void writeText(String text) {
    sizeCheck.accept((long) out.size() + text.length());
    boolean narrow = text.chars().allMatch(c -> c <= 0xff);
    writeInt(text.length());
    out.write(narrow ? 1 : 2);
    if (narrow) {
      out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      out.write(text.charAt(i) >> 8);
      out.write(text.charAt(i));
    }
  }

  private void writeInt(int value) {
    int rest = value;
    while (rest > 0x7f) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
