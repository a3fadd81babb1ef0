package io.holdfast.doctor.compare;

import io.holdfast.doctor.compare.ClassFile.Field;
import io.holdfast.doctor.compare.ClassFile.Uid;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a class file, from its first byte to its last. What a damaged one claims to have costs
 * nothing: each claim is read, or the file ends.
 */
final class ClassFileReader {

  private static final int MAGIC = 0xCAFEBABE;
  private static final String PERSISTENT_FIELDS = "serialPersistentFields";

  /** Methods by which a class takes part in JDK serialization. */
  private static final Set<String> FORMS =
      Set.of(
          "writeObject(Ljava/io/ObjectOutputStream;)",
          "readObject(Ljava/io/ObjectInputStream;)",
          "readObjectNoData()",
          "writeReplace()",
          "readResolve()");

  /** A class in a descriptor or a signature. */
  private static final Pattern CLASS = Pattern.compile("L([^<>;:.\\[]+)");

  private static final Pattern TYPE = Pattern.compile("\\[*([BCDFIJSZ]|L[^;]+;)");

  private final DataInputStream in;

  /**
   * The constants that are read here: texts, whole numbers, and of classes where their names are.
   */
  private final Map<Integer, Object> pool = new HashMap<>();

  /** A field or a method, with its descriptor. */
  record Member(String name, String type, int flags, Map<String, ByteBuffer> attributes) {

    boolean isConstructor() {
      return name.equals("<init>");
    }
  }

  private ClassFileReader(byte[] bytes) {
    this.in = new DataInputStream(new ByteArrayInputStream(bytes));
  }

  /**
   * Reads one.
   *
   * @throws IOException if the bytes are damaged, or no class file; the message says what is wrong
   */
  static ClassFile read(byte[] bytes) throws IOException {
    try {
      return new ClassFileReader(bytes).read();
    } catch (EOFException e) {
      throw new IOException("it ends too early", e);
    }
  }

  private ClassFile read() throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("it does not begin as a class file does");
    }
    in.skipNBytes(2 * Short.BYTES); // its version
    readPool();
    int flags = in.readUnsignedShort();
    String name = className(in.readUnsignedShort());
    int above = in.readUnsignedShort();
    String superName = above == 0 ? "" : className(above);
    Set<String> interfaces = new TreeSet<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      interfaces.add(className(in.readUnsignedShort()));
    }
    List<Member> fields = members();
    List<Member> methods = members();
    int own = flagsInSource(name, flags);
    Uid uid = declaredUid(fields);
    if (uid == null) {
      boolean isRecord = superName.equals("java.lang.Record");
      uid = new Uid(false, isRecord ? 0L : DefaultUid.of(name, own, interfaces, fields, methods));
    }
    return new ClassFile(
        name,
        own,
        superName,
        interfaces,
        stored(fields),
        fields.stream()
            .filter(each -> (each.flags() & ClassFile.ENUM) != 0)
            .map(Member::name)
            .toList(),
        forms(fields, methods),
        uid);
  }

  private void readPool() throws IOException {
    int count = in.readUnsignedShort();
    int index = 1;
    while (index < count) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> pool.put(index, in.readUTF());
        case 3 -> pool.put(index, (long) in.readInt());
        case 5 -> pool.put(index, in.readLong());
        case 6 -> in.skipNBytes(Double.BYTES);
        case 7 -> pool.put(index, in.readUnsignedShort());
        case 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        default -> throw new IOException("its constant %d is of no known kind".formatted(index));
      }
      index += tag == 5 || tag == 6 ? 2 : 1; // long and double take two places
    }
  }

  private String text(int index) throws IOException {
    if (pool.get(index) instanceof String text) {
      return text;
    }
    throw new IOException("its constant %d is no text".formatted(index));
  }

  private String className(int index) throws IOException {
    int name = pool.get(index) instanceof Integer reference ? reference : 0;
    return text(name).replace('/', '.');
  }

  private List<Member> members() throws IOException {
    List<Member> members = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      int flags = in.readUnsignedShort();
      String name = text(in.readUnsignedShort());
      members.add(new Member(name, text(in.readUnsignedShort()), flags, attributes()));
    }
    return members;
  }

  private Map<String, ByteBuffer> attributes() throws IOException {
    Map<String, ByteBuffer> attributes = new HashMap<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      String name = text(in.readUnsignedShort());
      int length = in.readInt();
      if (length < 0 || length > in.available()) {
        throw new EOFException();
      }
      attributes.put(name, ByteBuffer.wrap(in.readNBytes(length)));
    }
    return attributes;
  }

  /** The number that is an attribute, 0 without. */
  private static int number(Map<String, ByteBuffer> attributes, String name) {
    ByteBuffer bytes = attributes.get(name);
    return bytes == null || bytes.remaining() < Short.BYTES
        ? 0
        : Short.toUnsignedInt(bytes.getShort(0));
  }

  /** A nested class has the flags of its source in an attribute: private, protected, static. */
  private int flagsInSource(String name, int flags) throws IOException {
    ByteBuffer inner = attributes().getOrDefault("InnerClasses", ByteBuffer.allocate(2));
    for (int at = Short.BYTES; at + 4 * Short.BYTES <= inner.limit(); at += 4 * Short.BYTES) {
      if (className(Short.toUnsignedInt(inner.getShort(at))).equals(name)) {
        return Short.toUnsignedInt(inner.getShort(at + 3 * Short.BYTES));
      }
    }
    return flags;
  }

  private Map<String, Field> stored(List<Member> fields) throws IOException {
    Map<String, Field> stored = new TreeMap<>();
    for (Member field : fields) {
      if (!TYPE.matcher(field.type()).matches()) {
        throw new IOException("its field %s has no type".formatted(field.name()));
      }
      if ((field.flags() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
        int signature = number(field.attributes(), "Signature");
        String named = signature == 0 ? field.type() : text(signature);
        Set<String> classes = new TreeSet<>();
        CLASS
            .matcher(named)
            .results()
            .forEach(found -> classes.add(found.group(1).replace('/', '.')));
        stored.put(field.name(), new Field(field.type(), classes));
      }
    }
    return stored;
  }

  private static Set<String> forms(List<Member> fields, List<Member> methods) {
    Set<String> forms = new TreeSet<>();
    for (Member method : methods) {
      String parameters = method.type().substring(0, method.type().indexOf(')') + 1);
      if (FORMS.contains(method.name() + parameters)) {
        forms.add(method.name());
      }
    }
    if (fields.stream().anyMatch(field -> field.name().equals(PERSISTENT_FIELDS))) {
      forms.add(PERSISTENT_FIELDS);
    }
    return forms;
  }

  /** Null if there is none. */
  private @Nullable Uid declaredUid(List<Member> fields) {
    int needed = Modifier.STATIC | Modifier.FINAL;
    for (Member field : fields) {
      if (field.name().equals("serialVersionUID") && (field.flags() & needed) == needed) {
        Object constant = pool.get(number(field.attributes(), "ConstantValue"));
        return new Uid(true, constant instanceof Long value ? value : null);
      }
    }
    return null;
  }
}
