package io.holdfast.serializer.own;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectStreamClass;
import java.io.OptionalDataException;
import java.io.StreamCorruptedException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the {@code readObject} of an application is given: it reads from the graph around. */
public final class FormInput extends ObjectInputStream {

  /** The header of a stream, and the end of what an object wrote, before there was one. */
  private static final byte[] ENDED = {(byte) 0xac, (byte) 0xed, 0, 5, 0x78};

  private final Object object;
  private final FormReader from;
  private final ReadForms forms;
  private final Chunks chunks = new Chunks();
  private final DataInputStream data = new DataInputStream(chunks);
  private OwnForm.@Nullable Section current;
  private FormReader.@Nullable Item waiting;
  private @Nullable RuntimeException failure;

  private FormInput(Object object, FormReader from, ReadForms forms) throws IOException {
    this.object = object;
    this.from = from;
    this.forms = forms;
  }

  /**
   * Fills an object, and asks it for the one that is taken for it.
   *
   * @param object of a class that {@link OwnForm#fits}, with all its fields zero, known to the
   *     graph
   * @param forms of the graph, told by it what refers to the object meanwhile
   * @return the object, or what its {@code readResolve} gives
   * @throws TranscoderException if the object cannot read itself or its items are in disorder, if a
   *     part of it cannot be read, even if its code catches that, or if something refers to it and
   *     another one is taken for it
   */
  public static Object read(Object object, FormReader from, ReadForms forms) {
    String type = object.getClass().getName();
    forms.start(object);
    Object resolved;
    try {
      new FormInput(object, from, forms).fillAll();
      resolved = OwnForm.resolve(object);
    } catch (IOException e) {
      throw new TranscoderException(
          Reason.UNREADABLE, "class %s cannot read itself: %s".formatted(type, e), e);
    }
    if (forms.end(object) && resolved != object) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "class %s is part of a cycle, and its readResolve gives another object".formatted(type));
    }
    return resolved;
  }

  private void fillAll() throws IOException {
    List<OwnForm.Section> sections = OwnForm.sectionsOf(object.getClass());
    int next = 0;
    for (FormReader.Item item = peek(); item != FormReader.Item.END; item = peek()) {
      if (item != FormReader.Item.SECTION) {
        throw new StreamCorruptedException("items of no class");
      }
      waiting = null;
      int found = indexOf(sections, from.name());
      if (found >= 0 && found < next) {
        throw new StreamCorruptedException("classes in another order");
      }
      for (; next < found; next++) {
        without(sections.get(next));
      }
      if (found >= 0) {
        fill(sections.get(found));
        next = found + 1;
      }
      skipRest();
    }
    for (; next < sections.size(); next++) {
      without(sections.get(next));
    }
  }

  private static int indexOf(List<OwnForm.Section> sections, String name) {
    if (name.equals(OwnForm.SAME)) {
      return sections.size() - 1;
    }
    for (int i = 0; i < sections.size(); i++) {
      if (sections.get(i).type().getName().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private void without(OwnForm.Section section) throws IOException {
    Method method = section.withoutData();
    if (method != null) {
      Object unused = Hooks.call(method, object);
    }
  }

  private void fill(OwnForm.Section section) throws IOException {
    current = section;
    Method reading = section.reading();
    if (reading == null) {
      defaultReadObject();
    } else {
      Object unused = Hooks.call(reading, object, this);
    }
    current = null;
    if (failure != null) {
      throw failure;
    }
  }

  private void skipRest() {
    chunks.clear();
    while (peek() != FormReader.Item.SECTION && peek() != FormReader.Item.END) {
      from.skip();
      waiting = null;
    }
  }

  private FormReader.Item peek() {
    FormReader.Item item = waiting;
    if (item == null) {
      item = from.next();
      waiting = item;
    }
    return item;
  }

  private OwnForm.Section current() throws NotActiveException {
    OwnForm.Section section = current;
    if (section == null) {
      throw new NotActiveException("no object is being read");
    }
    return section;
  }

  /** Whatever the application catches, the graph cannot be read. */
  private @Nullable Object part() {
    try {
      Object part = from.object();
      waiting = null;
      return part;
    } catch (RuntimeException e) {
      if (failure == null) {
        failure = e;
      }
      throw e;
    }
  }

  /**
   * Makes the exception for an object that is asked for where there is none. Only JDK serialization
   * can make it, by reading what it refuses.
   *
   * @param bytes how many come first, 0 if nothing is left
   */
  private static IOException instead(int bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(ENDED))) {
      Object unused = in.readObject();
    } catch (OptionalDataException e) {
      e.eof = bytes == 0;
      e.length = bytes;
      return e;
    } catch (IOException | ClassNotFoundException e) {
      return new StreamCorruptedException("no object, and no exception that says so: " + e);
    }
    return new StreamCorruptedException("an object where there is none");
  }

  @Override
  protected @Nullable Object readObjectOverride() throws IOException {
    OwnForm.Section unused = current();
    int bytes = chunks.available();
    if (bytes == 0 && peek() == FormReader.Item.FIELD) {
      throw new StreamCorruptedException("fields come before the next object");
    }
    if (bytes > 0 || peek() != FormReader.Item.OBJECT) {
      throw instead(bytes);
    }
    return part();
  }

  @Override
  public @Nullable Object readUnshared() throws IOException {
    return readObjectOverride();
  }

  @Override
  public void defaultReadObject() throws IOException {
    OwnForm.Section section = current();
    while (peek() == FormReader.Item.FIELD) {
      Field field = section.field(from.name());
      if (field == null) {
        from.skip();
        waiting = null;
      } else {
        set(field, part());
      }
    }
  }

  private void set(Field field, @Nullable Object value) throws InvalidObjectException {
    try {
      if (value != null || !field.getType().isPrimitive()) {
        field.set(object, value);
      }
    } catch (IllegalArgumentException e) {
      InvalidObjectException invalid = new InvalidObjectException("field %s".formatted(field));
      invalid.initCause(e);
      throw invalid;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible field refused access: " + field, e);
    }
  }

  @Override
  public GetField readFields() throws IOException {
    OwnForm.Section section = current();
    Map<String, @Nullable Object> values = new HashMap<>();
    while (peek() == FormReader.Item.FIELD) {
      String name = from.name();
      values.put(name, part());
    }
    return new Values(section, values);
  }

  /** The values of fields, which the application takes itself. */
  private static final class Values extends GetField {

    private final OwnForm.Section section;
    private final Map<String, @Nullable Object> values;

    Values(OwnForm.Section section, Map<String, @Nullable Object> values) {
      this.section = section;
      this.values = values;
    }

    private <T> T get(String name, T otherwise, Class<T> type, Class<?> primitive)
        throws IOException {
      section.check(name, primitive);
      Object value = values.get(name);
      if (value == null) {
        return otherwise;
      }
      if (!type.isInstance(value)) {
        throw new InvalidObjectException("field %s is a %s".formatted(name, value.getClass()));
      }
      return type.cast(value);
    }

    @Override
    public @Nullable ObjectStreamClass getObjectStreamClass() {
      return ObjectStreamClass.lookup(section.type());
    }

    @Override
    public boolean defaulted(String name) {
      if (!section.types().containsKey(name)) {
        throw new IllegalArgumentException("no such field " + name);
      }
      return !values.containsKey(name);
    }

    @Override
    public boolean get(String name, boolean otherwise) throws IOException {
      return get(name, otherwise, Boolean.class, boolean.class);
    }

    @Override
    public byte get(String name, byte otherwise) throws IOException {
      return get(name, otherwise, Byte.class, byte.class);
    }

    @Override
    public char get(String name, char otherwise) throws IOException {
      return get(name, otherwise, Character.class, char.class);
    }

    @Override
    public short get(String name, short otherwise) throws IOException {
      return get(name, otherwise, Short.class, short.class);
    }

    @Override
    public int get(String name, int otherwise) throws IOException {
      return get(name, otherwise, Integer.class, int.class);
    }

    @Override
    public long get(String name, long otherwise) throws IOException {
      return get(name, otherwise, Long.class, long.class);
    }

    @Override
    public float get(String name, float otherwise) throws IOException {
      return get(name, otherwise, Float.class, float.class);
    }

    @Override
    public double get(String name, double otherwise) throws IOException {
      return get(name, otherwise, Double.class, double.class);
    }

    @Override
    public @Nullable Object get(String name, @Nullable Object otherwise) {
      section.check(name, Object.class);
      return values.containsKey(name) ? values.get(name) : otherwise;
    }
  }

  @Override
  public void registerValidation(ObjectInputValidation validation, int priority)
      throws NotActiveException, InvalidObjectException {
    OwnForm.Section unused = current();
    if (validation == null) {
      throw new InvalidObjectException("null callback");
    }
    forms.validate(validation, priority);
  }

  /** The bytes up to the next object. */
  private final class Chunks extends InputStream {

    private byte[] bytes = new byte[0];
    private int position;

    void clear() {
      bytes = new byte[0];
      position = 0;
    }

    private boolean hasMore() {
      while (position == bytes.length && current != null && peek() == FormReader.Item.DATA) {
        bytes = from.data();
        waiting = null;
        position = 0;
      }
      return position < bytes.length;
    }

    @Override
    public int available() {
      return hasMore() ? bytes.length - position : 0;
    }

    @Override
    public int read() {
      return hasMore() ? bytes[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (length == 0) {
        return 0;
      }
      if (!hasMore()) {
        return -1;
      }
      int count = Math.min(length, bytes.length - position);
      System.arraycopy(bytes, position, buffer, offset, count);
      position += count;
      return count;
    }
  }

  @Override
  public int read() {
    return chunks.read();
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    return chunks.read(buffer, offset, length);
  }

  @Override
  public int available() {
    return chunks.available();
  }

  @Override
  public boolean readBoolean() throws IOException {
    return data.readBoolean();
  }

  @Override
  public byte readByte() throws IOException {
    return data.readByte();
  }

  @Override
  public int readUnsignedByte() throws IOException {
    return data.readUnsignedByte();
  }

  @Override
  public char readChar() throws IOException {
    return data.readChar();
  }

  @Override
  public short readShort() throws IOException {
    return data.readShort();
  }

  @Override
  public int readUnsignedShort() throws IOException {
    return data.readUnsignedShort();
  }

  @Override
  public int readInt() throws IOException {
    return data.readInt();
  }

  @Override
  public long readLong() throws IOException {
    return data.readLong();
  }

  @Override
  public float readFloat() throws IOException {
    return data.readFloat();
  }

  @Override
  public double readDouble() throws IOException {
    return data.readDouble();
  }

  @Override
  public void readFully(byte[] buffer) throws IOException {
    data.readFully(buffer);
  }

  @Override
  public void readFully(byte[] buffer, int offset, int length) throws IOException {
    data.readFully(buffer, offset, length);
  }

  @Override
  public int skipBytes(int length) throws IOException {
    return data.skipBytes(length);
  }

  @Override
  @Deprecated
  public @Nullable String readLine() throws IOException {
    return data.readLine();
  }

  @Override
  public String readUTF() throws IOException {
    return data.readUTF();
  }

  /** The graph goes on. */
  @Override
  public void close() {}
}
