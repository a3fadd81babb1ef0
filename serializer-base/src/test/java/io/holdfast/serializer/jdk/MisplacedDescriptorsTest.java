package io.holdfast.serializer.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.serializer.limits.RoundTripChecks;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectStreamConstants;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Streams written by hand that have, in place of an object, the description of a class, a reference
 * to one, or a reference to a collection that is not made yet.
 */
final class MisplacedDescriptorsTest {

  private static final byte SERIALIZABLE = ObjectStreamConstants.SC_SERIALIZABLE;
  private static final byte WITH_METHOD = SERIALIZABLE | ObjectStreamConstants.SC_WRITE_METHOD;

  private final ClassFilter filter = Filters.ofLoader(getClass().getClassLoader(), "");
  private final JdkSerialization serialization = new JdkSerialization(TranscoderContext.of(filter));

  /** A stream, as {@link java.io.ObjectOutputStream} would not write it. */
  private static final class Stream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    Stream() {
      shorts(ObjectStreamConstants.STREAM_MAGIC, ObjectStreamConstants.STREAM_VERSION);
    }

    Stream shorts(short... values) {
      for (short value : values) {
        write(o -> o.writeShort(value));
      }
      return this;
    }

    Stream tag(byte... tags) {
      bytes.writeBytes(tags);
      return this;
    }

    Stream number(int value) {
      return write(o -> o.writeInt(value));
    }

    Stream reference(int number) {
      return tag(ObjectStreamConstants.TC_REFERENCE)
          .number(ObjectStreamConstants.baseWireHandle + number);
    }

    /** Without the fields. */
    Stream describe(String name, long version, byte flags, int fields) {
      return tag(ObjectStreamConstants.TC_CLASSDESC)
          .write(o -> o.writeUTF(name))
          .write(o -> o.writeLong(version))
          .write(o -> o.writeByte(flags))
          .write(o -> o.writeShort(fields));
    }

    Stream field(char type, String name) {
      return write(o -> o.writeByte(type)).write(o -> o.writeUTF(name));
    }

    Stream withoutSuperclass() {
      return tag(ObjectStreamConstants.TC_ENDBLOCKDATA, ObjectStreamConstants.TC_NULL);
    }

    /** The description is number 0 if this comes first. */
    Stream list(int size) {
      return tag(ObjectStreamConstants.TC_OBJECT).describeList().elements(size);
    }

    Stream describeList() {
      return describe("java.util.ArrayList", 8683452581122892189L, WITH_METHOD, 1)
          .field('I', "size")
          .withoutSuperclass();
    }

    Stream elements(int size) {
      return number(size).tag(ObjectStreamConstants.TC_BLOCKDATA, (byte) 4).number(size);
    }

    Stream end() {
      return tag(ObjectStreamConstants.TC_ENDBLOCKDATA);
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }

    private interface Step {
      void write(DataOutputStream out) throws IOException;
    }

    private Stream write(Step step) {
      try {
        step.write(out);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException("memory cannot be written to", e);
      }
    }
  }

  private Object read(Stream stream) {
    byte[] bytes = stream.bytes();
    return serialization.read(bytes, 0, bytes.length);
  }

  private void assertRefused(Stream stream) {
    TranscoderException e = assertThrows(TranscoderException.class, () -> read(stream));

    assertEquals(Reason.UNREADABLE, e.reason(), e.getMessage());
  }

  /** That a stream written by hand is read at all. */
  @Test
  void readWhenElementsAreObjectsThenAreThere() {
    Stream stream =
        new Stream()
            .list(2)
            .tag(ObjectStreamConstants.TC_OBJECT)
            .reference(0)
            .elements(0)
            .end()
            .reference(2)
            .end();

    List<?> list = (List<?>) read(stream);

    assertEquals(List.of(List.of(), List.of()), list);
    assertSame(list.get(0), list.get(1));
  }

  @Test
  void readWhenRootIsADescriptionThenIsRefused() {
    assertRefused(new Stream().describeList());
  }

  @Test
  void readWhenElementIsADescriptionThenIsRefused() {
    assertRefused(
        new Stream()
            .list(1)
            .describe("java.util.LinkedList", 876323262645176354L, WITH_METHOD, 0)
            .withoutSuperclass()
            .end());
  }

  @Test
  void readWhenElementIsTheDescriptionOfAProxyThenIsRefused() {
    assertRefused(
        new Stream()
            .list(1)
            .tag(ObjectStreamConstants.TC_PROXYCLASSDESC)
            .number(1)
            .write(o -> o.writeUTF("java.lang.Runnable"))
            .withoutSuperclass()
            .end());
  }

  @Test
  void readWhenElementRefersToADescriptionThenIsRefused() {
    assertRefused(new Stream().list(1).reference(0).end());
  }

  @Test
  void readWhenElementBehindAListRefersToADescriptionThenIsRefused() {
    assertRefused(
        new Stream()
            .list(2)
            .tag(ObjectStreamConstants.TC_OBJECT)
            .reference(0)
            .elements(0)
            .end()
            .reference(0)
            .end());
  }

  /** A number, whose last byte is like the tag of an object, and anything. */
  private static final class Holder implements Serializable {

    private static final long serialVersionUID = 1L;

    private int number;
    private Object value = "";

    @Override
    public String toString() {
      return number + " " + value;
    }
  }

  private static Stream holder(int number) {
    return new Stream()
        .tag(ObjectStreamConstants.TC_OBJECT)
        .describe(Holder.class.getName(), 1, SERIALIZABLE, 2)
        .field('I', "number")
        .field('L', "value")
        .tag(ObjectStreamConstants.TC_STRING)
        .write(o -> o.writeUTF("Ljava/lang/Object;"))
        .withoutSuperclass()
        .number(number);
  }

  @Test
  void readWhenFieldRefersToADescriptionThenIsRefusedWhateverIsBeforeIt() {
    for (int number = 0; number < 0x100; number++) {
      assertRefused(holder(number).reference(0));
    }
    assertSame(Holder.class, read(holder(ObjectStreamConstants.TC_OBJECT).reference(2)).getClass());
  }

  @Test
  void readWhenClassIsAnnotatedThenIsRefused() {
    assertRefused(
        new Stream()
            .tag(ObjectStreamConstants.TC_OBJECT)
            .describe("java.util.ArrayList", 8683452581122892189L, WITH_METHOD, 1)
            .field('I', "size")
            .tag(ObjectStreamConstants.TC_NULL)
            .withoutSuperclass()
            .elements(0)
            .end());
  }

  /** The list is made when all of its elements are there. */
  @Test
  void readWhenElementRefersToTheUnfinishedListAroundItThenIsRefused() {
    assertRefused(
        new Stream()
            .tag(ObjectStreamConstants.TC_OBJECT)
            .describe("java.util.CollSer", 6309168927139932177L, WITH_METHOD, 1)
            .field('I', "tag")
            .withoutSuperclass()
            .number(1)
            .tag(ObjectStreamConstants.TC_BLOCKDATA, (byte) 4)
            .number(1)
            .list(1)
            .reference(1)
            .end()
            .end());
  }

  /** Reads single bytes where these have no end. */
  public static final class OutOfLine implements Externalizable {

    private static final long serialVersionUID = 1L;

    /** For the stream. */
    public OutOfLine() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeByte(ObjectStreamConstants.TC_OBJECT);
      out.writeObject("");
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      byte unused = in.readByte();
      Object unusedToo = in.readObject();
      assertNotNull(unusedToo);
    }
  }

  @Test
  void readWhenExternalDataHasNoEndThenIsRefused() {
    assertRefused(
        new Stream()
            .tag(ObjectStreamConstants.TC_OBJECT)
            .describe(OutOfLine.class.getName(), 1, ObjectStreamConstants.SC_EXTERNALIZABLE, 0)
            .withoutSuperclass()
            .tag(ObjectStreamConstants.TC_OBJECT)
            .reference(0));
  }

  private static class Base implements Serializable {

    private static final long serialVersionUID = 1L;
  }

  private static final class One extends Base {

    private static final long serialVersionUID = 1L;
  }

  private static final class Other extends Base {

    private static final long serialVersionUID = 1L;
  }

  /** The description of the second superclass is a reference. */
  @Test
  void readWhenClassesHaveOneSuperclassThenAreRead() {
    List<Object> graph = new ArrayList<>(List.of(new One(), new Other(), List.of(), Base.class));
    graph.add(graph.get(0));
    graph.add(graph.get(2));
    byte[] bytes = serialization.write(graph, new RoundTripChecks(filter).trial());

    List<?> read = (List<?>) serialization.read(bytes, 0, bytes.length);

    assertEquals(
        List.of(One.class, Other.class), List.of(read.get(0).getClass(), read.get(1).getClass()));
    assertSame(Base.class, read.get(3));
    assertSame(read.get(0), read.get(4));
    assertSame(read.get(2), read.get(5));
  }
}
