package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The bytes of objects that write themselves into the graph around them. */
final class FormBytesTest {

  private static final boolean NIGHTLY = "all".equals(System.getProperty("holdfast.lines"));
  private static final int MUTATIONS =
      Integer.getInteger("holdfast.mutations", NIGHTLY ? 200_000 : 5_000);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  static final List<Serializer> IN_GRAPH = Serializer.ALL.subList(1, 4);

  static final List<Serializer> NAMED = Serializer.ALL.subList(2, 4);

  /** What the first version wrote of {@link #branch}. */
  private static final Map<String, String> GOLDEN =
      Map.of(
          "kryo",
          "010000696f2e686f6c64666173742e73657269616c697a65722e7465737473ae466f726d4279"
              + "74657354657374244272616e63e80180000181046e616de50301726f6ff404706172656ef400"
              + "0204000000010301000180000181046e616de503016c6561e604706172656ef4010002020400"
              + "0000000000",
          "xstream",
          "0100050167726170680200010163003101696f2e686f6c64666173742e73657269616c697a65"
              + "722e74657374732e466f726d427974657354657374244272616e63680300010169010401012a"
              + "010001012f05010004016e616d65040401726f6f7405010001012d040601706172656e740501"
              + "0001015b0304020404010000000105010000010202030304030401012a01050501060404016c"
              + "6561660501000601706172656e7403000101720105010803040404040100000000050505",
          "javolution",
          "3c6f202e633d22696f2e686f6c64666173742e73657269616c697a65722e74657374732e466f"
              + "726d427974657354657374244272616e636822202e693d223122202e743d222a223e3c6f202e"
              + "6e3d222f22202e743d22222f3e3c6f202e6e3d226e616d6522202e743d22726f6f74222f3e3c"
              + "6f202e6e3d222d22202e743d22706172656e74222f3e3c6f202e6e3d225b22202e693d223222"
              + "202e623d224141414141513d3d222f3e3c6f202e633d22696f2e686f6c64666173742e736572"
              + "69616c697a65722e74657374732e466f726d427974657354657374244272616e636822202e69"
              + "3d223322202e743d222a223e3c6f202e6e3d222f22202e743d22222f3e3c6f202e6e3d226e61"
              + "6d6522202e743d226c656166222f3e3c6f202e6e3d22706172656e7422202e723d2231222f3e"
              + "3c6f202e6e3d225b22202e693d223422202e623d224141414141413d3d222f3e3c2f6f3e3c2f"
              + "6f3e");

  /** Holds others that know it. */
  static final class Branch implements Serializable {

    private static final long serialVersionUID = 1L;

    private String name = "";
    private @Nullable Branch parent;
    private transient List<Branch> branches = new ArrayList<>();
    private transient boolean wasRead;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(branches.size());
      for (Branch branch : branches) {
        out.writeObject(branch);
      }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      branches = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        branches.add((Branch) in.readObject());
      }
      wasRead = true;
    }
  }

  /** Is written as another object, which an attribute of its own may be, too. */
  static final class Label implements Serializable {

    private static final long serialVersionUID = 1L;

    private final transient Branch branch;

    Label(Branch branch) {
      this.branch = branch;
    }

    private Object writeReplace() {
      return branch;
    }
  }

  private static Branch branch() {
    Branch root = new Branch();
    root.name = "root";
    Branch leaf = new Branch();
    leaf.name = "leaf";
    leaf.parent = root;
    root.branches.add(leaf);
    return root;
  }

  private static byte[] golden(Serializer serializer) {
    return HexFormat.of().parseHex(Objects.requireNonNull(GOLDEN.get(serializer.title())));
  }

  @ParameterizedTest
  @FieldSource("IN_GRAPH")
  void decodeWhenWrittenByTheFirstVersionThenIsRead(Serializer serializer) {
    Branch root = (Branch) serializer.transcoder().decode(golden(serializer));

    assertTrue(root.wasRead);
    assertEquals("root", root.name);
    assertNull(root.parent);
    assertSame(root, root.branches.get(0).parent);
  }

  @ParameterizedTest
  @FieldSource("IN_GRAPH")
  void encodeWhenPartOfACycleThenWritesTheSameBytesEachTime(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    String golden = HexFormat.of().formatHex(golden(serializer));

    assertEquals(golden, HexFormat.of().formatHex(transcoder.encode(branch())));
    assertEquals(golden, HexFormat.of().formatHex(transcoder.encode(branch())));
  }

  @ParameterizedTest
  @FieldSource("IN_GRAPH")
  void encodeApartWhenOneIsPartOfACycleThenEachIsAsAlone(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    Branch alone = new Branch();

    List<byte[]> graphs = transcoder.encodeApart(List.of("text", branch(), alone));

    assertNotNull(graphs);
    HexFormat hex = HexFormat.of();
    assertEquals(hex.formatHex(golden(serializer)), hex.formatHex(graphs.get(1)));
    assertEquals(hex.formatHex(transcoder.encode(alone)), hex.formatHex(graphs.get(2)));
  }

  private static Branch tree(boolean knowsParents) {
    Branch root = new Branch();
    root.name = "root";
    for (int i = 0; i < 10; i++) {
      Branch leaf = new Branch();
      leaf.name = "leaf " + i;
      leaf.parent = knowsParents ? root : null;
      root.branches.add(leaf);
    }
    return root;
  }

  /** Each of the small streams of JDK serialization that it takes the place of names its class. */
  @ParameterizedTest
  @FieldSource("IN_GRAPH")
  void encodeWhenWrittenIntoTheGraphThenTakesFewerBytesThanStreams(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    int inStreams = transcoder.encode(tree(false)).length;

    int inGraph = transcoder.encode(tree(true)).length;

    System.out.printf("[own forms] %s: %d, in streams %d%n", serializer, inGraph, inStreams);
    assertTrue(inGraph < inStreams, inGraph + " of " + inStreams);
  }

  /** The second attribute shows that the first has to be written once more, in another way. */
  @ParameterizedTest
  @FieldSource("IN_GRAPH")
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void encodeApartWhenWhatStandsForOneIsAnotherThenTogether(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    Branch branch = new Branch();

    assertNull(transcoder.encodeApart(List.of(new Label(branch), "between", branch)));
    assertNull(transcoder.encodeApart(List.of(branch, new Label(branch))));
    assertNotNull(transcoder.encodeApart(List.of(new Label(branch), new Branch())));
  }

  @ParameterizedTest
  @FieldSource("IN_GRAPH")
  void decodeWhenItsClassIsTakenAwayThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder("!" + Branch.class.getName());
    byte[] bytes = golden(serializer);

    assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));
  }

  @ParameterizedTest
  @FieldSource("IN_GRAPH")
  void decodeWhenTheEndIsMissingThenIsRefused(Serializer serializer) {
    byte[] bytes = golden(serializer);
    byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);

    assertThrows(TranscoderException.class, () -> serializer.transcoder().decode(shorter));
  }

  /** A class that is part of a cycle, and reads itself. */
  private static ClassLoader version(String fields) {
    return new SourceLoader(
        "public class Part implements java.io.Serializable {"
            + "private static final long serialVersionUID = 1;"
            + "public java.util.List<Object> parts = new java.util.ArrayList<>();"
            + "{ parts.add(this); }"
            + fields
            + "private void readObject(java.io.ObjectInputStream in)"
            + " throws java.io.IOException, ClassNotFoundException { in.defaultReadObject(); } }");
  }

  /** Kryo does not find the end of an object without its class. */
  @ParameterizedTest
  @FieldSource("NAMED")
  void decodeWhenAFieldIsGoneWithTheClassOfItsValueThenTheRestIsRead(Serializer serializer)
      throws ReflectiveOperationException {
    ClassLoader before =
        version(
            "public Gone gone = new Gone();"
                + "public static class Gone implements java.io.Serializable { }");
    ClassLoader after = version("public int added = 1;");
    Object part = before.loadClass("Part").getConstructor().newInstance();

    byte[] bytes = serializer.transcoder(before).encode(part);
    Object read = serializer.transcoder(after).decode(bytes);

    Class<?> type = after.loadClass("Part");
    assertEquals(type, read.getClass());
    assertSame(read, ((List<?>) type.getField("parts").get(read)).get(0));
    assertEquals(0, type.getField("added").get(read));
  }

  /** Of all {@link OwnShapes} that are kept. */
  private static List<byte[]> shapes(Transcoder transcoder) {
    List<byte[]> shapes = new ArrayList<>();
    Stream.concat(OwnShapes.all().values().stream(), RareShapes.all().values().stream())
        .forEach(
            make -> {
              try {
                shapes.add(transcoder.encode(make.get()));
              } catch (TranscoderException e) {
                // Is in the list of OwnShapesTest.
              }
            });
    return shapes;
  }

  /** Of this thread: the machine may be busy with others. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenBytesAreDamagedThenIsReadOrRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    List<byte[]> shapes = shapes(transcoder);
    Random random = new Random(46);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] damaged = shapes.get(random.nextInt(shapes.size())).clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      long start = processorTime();
      try {
        Object unused = transcoder.decode(damaged);
      } catch (TranscoderException e) {
        refused++;
      }
      Duration taken = Duration.ofNanos(processorTime() - start);
      assertTrue(taken.compareTo(LONGEST) < 0, () -> HexFormat.of().formatHex(damaged));
    }
    assertTrue(refused > MUTATIONS / 2, refused + " were refused");
  }
}
