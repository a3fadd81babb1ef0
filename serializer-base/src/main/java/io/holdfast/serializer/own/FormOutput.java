package io.holdfast.serializer.own;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.serializer.objects.ClassMembers;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotActiveException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the {@code writeObject} of an application is given: it writes into the graph around. */
public final class FormOutput extends ObjectOutputStream {

  private final Object object;
  private final FormWriter to;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream data = new DataOutputStream(bytes);
  private OwnForm.@Nullable Section current;
  private @Nullable Puts puts;
  private @Nullable TranscoderException refusal;

  private FormOutput(Object object, FormWriter to) throws IOException {
    this.object = object;
    this.to = to;
  }

  /**
   * Writes an object.
   *
   * @param object of a class that {@link OwnForm#fits}
   * @throws IOException if its code throws that
   * @throws TranscoderException if a part of it is refused, even if its code catches that
   */
  public static void write(Object object, FormWriter to) throws IOException {
    FormOutput out = new FormOutput(object, to);
    for (OwnForm.Section section : OwnForm.sectionsOf(object.getClass())) {
      to.section(section.type() == object.getClass() ? OwnForm.SAME : section.type().getName());
      out.current = section;
      out.puts = null;
      Method writing = section.writing();
      if (writing == null) {
        out.defaultWriteObject();
      } else {
        Object unused = Hooks.call(writing, object, out);
        out.finishSection();
      }
      out.current = null;
    }
    to.end();
  }

  private void finishSection() throws IOException {
    if (refusal != null) {
      throw refusal;
    }
    flushData();
  }

  private OwnForm.Section current() throws NotActiveException {
    OwnForm.Section section = current;
    if (section == null) {
      throw new NotActiveException("no object is being written");
    }
    return section;
  }

  private void flushData() throws IOException {
    data.flush();
    if (bytes.size() > 0) {
      to.data(bytes.toByteArray());
      bytes.reset();
    }
  }

  private interface Writing {
    void run();
  }

  /** Whatever the application catches, the graph is refused. */
  private void guarded(Writing writing) {
    try {
      writing.run();
    } catch (TranscoderException e) {
      if (refusal == null) {
        refusal = e;
      }
      throw e;
    }
  }

  @Override
  protected void writeObjectOverride(@Nullable Object part) throws IOException {
    OwnForm.Section unused = current();
    flushData();
    guarded(() -> to.object(part));
  }

  @Override
  public void writeUnshared(@Nullable Object part) throws IOException {
    writeObjectOverride(UnsharedCopies.of(part));
  }

  @Override
  public void defaultWriteObject() throws IOException {
    OwnForm.Section section = current();
    if (section.fields().size() < section.types().size()) {
      throw new InvalidClassException(
          section.type().getName(), "unmatched serializable field(s) declared");
    }
    flushData();
    for (Field field : section.fields()) {
      boolean isUnshared = section.unshared().contains(field.getName());
      Object part = ClassMembers.valueOf(field, object);
      guarded(() -> to.field(field.getName(), isUnshared ? UnsharedCopies.of(part) : part));
    }
  }

  @Override
  public PutField putFields() throws IOException {
    Puts known = puts;
    if (known == null) {
      known = new Puts(current());
      puts = known;
    }
    return known;
  }

  @Override
  public void writeFields() throws IOException {
    Puts known = puts;
    if (known == null) {
      throw new NotActiveException("no current PutField object");
    }
    flushData();
    known
        .section
        .types()
        .forEach(
            (name, type) -> {
              Object zero = Array.get(Array.newInstance(type, 1), 0);
              guarded(() -> to.field(name, known.values.getOrDefault(name, zero)));
            });
  }

  /** Fields whose values the application puts itself. */
  private static final class Puts extends PutField {

    private final OwnForm.Section section;
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    Puts(OwnForm.Section section) {
      this.section = section;
    }

    private void set(String name, @Nullable Object value, Class<?> type) {
      section.check(name, type);
      values.put(name, value);
    }

    @Override
    public void put(String name, boolean value) {
      set(name, value, boolean.class);
    }

    @Override
    public void put(String name, byte value) {
      set(name, value, byte.class);
    }

    @Override
    public void put(String name, char value) {
      set(name, value, char.class);
    }

    @Override
    public void put(String name, short value) {
      set(name, value, short.class);
    }

    @Override
    public void put(String name, int value) {
      set(name, value, int.class);
    }

    @Override
    public void put(String name, long value) {
      set(name, value, long.class);
    }

    @Override
    public void put(String name, float value) {
      set(name, value, float.class);
    }

    @Override
    public void put(String name, double value) {
      set(name, value, double.class);
    }

    @Override
    public void put(String name, @Nullable Object value) {
      set(name, value, Object.class);
    }

    /** Obsolete: {@link ObjectOutputStream#writeFields} has replaced it. */
    @Override
    @Deprecated
    public void write(ObjectOutput out) throws IOException {
      throw new IOException("use writeFields");
    }
  }

  @Override
  public void write(int value) throws IOException {
    data.write(value);
  }

  @Override
  public void write(byte[] buffer) throws IOException {
    data.write(buffer);
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    data.write(buffer, offset, length);
  }

  @Override
  public void writeBoolean(boolean value) throws IOException {
    data.writeBoolean(value);
  }

  @Override
  public void writeByte(int value) throws IOException {
    data.writeByte(value);
  }

  @Override
  public void writeShort(int value) throws IOException {
    data.writeShort(value);
  }

  @Override
  public void writeChar(int value) throws IOException {
    data.writeChar(value);
  }

  @Override
  public void writeInt(int value) throws IOException {
    data.writeInt(value);
  }

  @Override
  public void writeLong(long value) throws IOException {
    data.writeLong(value);
  }

  @Override
  public void writeFloat(float value) throws IOException {
    data.writeFloat(value);
  }

  @Override
  public void writeDouble(double value) throws IOException {
    data.writeDouble(value);
  }

  @Override
  public void writeBytes(String text) throws IOException {
    data.writeBytes(text);
  }

  @Override
  public void writeChars(String text) throws IOException {
    data.writeChars(text);
  }

  @Override
  public void writeUTF(String text) throws IOException {
    data.writeUTF(text);
  }

  @Override
  public void reset() throws IOException {
    throw new IOException("stream active");
  }

  @Override
  public void useProtocolVersion(int version) {
    throw new IllegalStateException("stream non-empty");
  }

  /** Bytes go on with the next object. */
  @Override
  public void flush() {}

  @Override
  protected void drain() {}

  /** The graph goes on. */
  @Override
  public void close() {}
}
