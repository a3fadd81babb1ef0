package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.ErrorWriter;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import com.thoughtworks.xstream.io.StreamException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link PackedWriter} wrote; every length is checked against what is left. */
final class PackedReader implements HierarchicalStreamReader {

  private static final int MAX_ATTRIBUTES = 64;

  private final ByteBuffer in;
  private final List<String> names = new ArrayList<>();
  private final List<Node> open = new ArrayList<>();

  private record Node(String name, Map<String, String> attributes, String text) {}

  PackedReader(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
    moveDown();
  }

  @Override
  public boolean hasMoreChildren() {
    int token = peek();
    if (token != PackedWriter.START && token != PackedWriter.END) {
      throw new StreamException("neither a node nor its end: token " + token);
    }
    return token == PackedWriter.START;
  }

  @Override
  public void moveDown() {
    expect(PackedWriter.START);
    String name = readName();
    Map<String, String> attributes = new LinkedHashMap<>();
    while (peek() == PackedWriter.ATTRIBUTE || peek() == PackedWriter.NUMBER) {
      int token = readByte();
      attributes.put(
          readName(), token == PackedWriter.NUMBER ? Integer.toString(readInt()) : readName());
      if (attributes.size() > MAX_ATTRIBUTES) {
        throw new StreamException("too many attributes");
      }
    }
    String text = "";
    if (peek() == PackedWriter.TEXT) {
      int unused = readByte();
      text = readText();
    }
    open.add(new Node(name, attributes, text));
  }

  @Override
  public void moveUp() {
    int depth = open.size();
    while (open.size() > depth || hasMoreChildren()) {
      if (hasMoreChildren()) {
        moveDown();
      } else {
        leave();
      }
    }
    leave();
  }

  private void leave() {
    expect(PackedWriter.END);
    open.remove(open.size() - 1);
  }

  @Override
  public String getNodeName() {
    return node().name();
  }

  @Override
  public String getValue() {
    return node().text();
  }

  @Override
  public @Nullable String getAttribute(String name) {
    return node().attributes().get(name);
  }

  @Override
  public String getAttribute(int index) {
    return List.copyOf(node().attributes().values()).get(index);
  }

  @Override
  public int getAttributeCount() {
    return node().attributes().size();
  }

  @Override
  public String getAttributeName(int index) {
    return List.copyOf(node().attributes().keySet()).get(index);
  }

  @Override
  public Iterator<String> getAttributeNames() {
    return node().attributes().keySet().iterator();
  }

  @Override
  public void appendErrors(ErrorWriter errors) {
    errors.add("position", Integer.toString(in.position()));
  }

  /** Ends the reading; nothing may be left. */
  @Override
  public void close() {
    moveUp();
    if (!open.isEmpty() || in.hasRemaining()) {
      throw new StreamException("bytes after the end");
    }
  }

  @Override
  public HierarchicalStreamReader underlyingReader() {
    return this;
  }

  private Node node() {
    return open.get(open.size() - 1);
  }

  private int peek() {
    if (!in.hasRemaining()) {
      throw new StreamException("cut off");
    }
    return in.get(in.position());
  }

  private int readByte() {
    int token = peek();
    in.position(in.position() + 1);
    return token;
  }

  private void expect(int token) {
    int found = readByte();
    if (found != token) {
      throw new StreamException("token %d where there must be %d".formatted(found, token));
    }
  }

  private String readName() {
    int number = readInt();
    if (number > 0) {
      return names.get(number - 1);
    }
    String name = readText();
    names.add(name);
    return name;
  }

  private String readText() {
    int length = readInt();
    int width = readByte();
    if ((width != 1 && width != 2) || (long) length * width > in.remaining()) {
      throw new StreamException("a text longer than what is left");
    }
    byte[] bytes = new byte[length * width];
    in.get(bytes);
    return width == 1
        ? new String(bytes, StandardCharsets.ISO_8859_1)
        : ByteBuffer.wrap(bytes).asCharBuffer().toString();
  }

  private int readInt() {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int next = readByte();
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        if (value < 0) {
          break;
        }
        return value;
      }
    }
    throw new StreamException("no number");
  }
}
