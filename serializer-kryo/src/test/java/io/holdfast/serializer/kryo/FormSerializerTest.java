package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.Filters;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Objects that write themselves, and are part of a cycle. */
final class FormSerializerTest {

  private static final int MUTATIONS = 20_000;

  /** What the first version wrote of {@link #branch}. */
  private static final String GOLDEN =
      "010000696f2e686f6c64666173742e73657269616c697a65722e6b72796fae46"
          + "6f726d53657269616c697a657254657374244272616e63e80180000181046e61"
          + "6de50301726f6ff404706172656ef4000204000000010301000180000181046e"
          + "616de503016c6561e604706172656ef40100020204000000000000";

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

  private static Branch branch() {
    Branch root = new Branch();
    root.name = "root";
    Branch leaf = new Branch();
    leaf.name = "leaf";
    leaf.parent = root;
    root.branches.add(leaf);
    return root;
  }

  private static Transcoder transcoder(String allowed) {
    return new KryoTranscoderFactory()
        .create(
            TranscoderContext.of(
                Filters.ofLoader(FormSerializerTest.class.getClassLoader(), allowed)));
  }

  private static void assertIsBranch(Object object) {
    Branch root = (Branch) object;
    assertTrue(root.wasRead);
    assertEquals("root", root.name);
    assertNull(root.parent);
    assertSame(root, root.branches.get(0).parent);
  }

  @Test
  void decodeWhenWrittenByTheFirstVersionThenIsRead() {
    assertIsBranch(transcoder("").decode(HexFormat.of().parseHex(GOLDEN)));
  }

  @Test
  void encodeWhenPartOfACycleThenWritesTheSameBytesEachTime() {
    Transcoder transcoder = transcoder("");

    assertEquals(GOLDEN, HexFormat.of().formatHex(transcoder.encode(branch())));
    assertEquals(GOLDEN, HexFormat.of().formatHex(transcoder.encode(branch())));
  }

  @Test
  void encodeApartWhenOneIsPartOfACycleThenEachIsAsAlone() {
    Transcoder transcoder = transcoder("");
    Branch alone = new Branch();

    List<byte[]> graphs = transcoder.encodeApart(List.of("text", branch(), alone));

    assertNotNull(graphs);
    assertEquals(GOLDEN, HexFormat.of().formatHex(graphs.get(1)));
    assertEquals(
        HexFormat.of().formatHex(transcoder.encode(alone)),
        HexFormat.of().formatHex(graphs.get(2)));
  }

  @Test
  void decodeWhenItsClassIsTakenAwayThenIsRefused() {
    byte[] bytes = HexFormat.of().parseHex(GOLDEN);
    Transcoder transcoder = transcoder("!" + Branch.class.getName());

    assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));
  }

  @Test
  void decodeWhenTheEndIsMissingThenIsRefused() {
    byte[] bytes = HexFormat.of().parseHex(GOLDEN);
    byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);

    assertThrows(TranscoderException.class, () -> transcoder("").decode(shorter));
  }

  @Test
  void decodeWhenBytesAreDamagedThenIsReadOrRefused() {
    Transcoder transcoder = transcoder("");
    byte[] bytes = HexFormat.of().parseHex(GOLDEN);
    Random random = new Random(46);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] damaged = bytes.clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        Object unused = transcoder.decode(damaged);
      } catch (TranscoderException e) {
        refused++;
      }
    }
    assertTrue(refused > MUTATIONS / 2, refused + " were refused");
  }
}
