package io.holdfast.core.seal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A value to which Tomcats that seal and Tomcats that do not have appended by turns, as they do to
 * lists while a migration lasts: blocks with unsealed bytes between them.
 *
 * <p>Behind the beginning of a value whatever does not open counts as unsealed bytes: those of a
 * session may look like a block, because a client chose them.
 */
final class MixedValue {

  private static final byte FIRST_OF_MAGIC = (byte) (Block.MAGIC >>> (Integer.SIZE - Byte.SIZE));

  private final Sealer sealer;
  private final String place;
  private final byte[] bytes;
  private final ByteArrayOutputStream all;

  MixedValue(Sealer sealer, String place, byte[] bytes) {
    this.sealer = sealer;
    this.place = place;
    this.bytes = bytes;
    this.all = new ByteArrayOutputStream(bytes.length);
  }

  /**
   * All of it, opened.
   *
   * @throws SealException if it begins with a block that does not open
   */
  byte[] open() throws SealException {
    int at = 0;
    if (Sealer.isSealed(bytes)) {
      Block first = Block.read(bytes, 0, Block.VALUE);
      all.writeBytes(sealer.open(place, bytes, 0, first));
      at = first.bytes();
    }
    int unsealed = at;
    while (at < bytes.length) {
      @Nullable Block block = blockAt(at);
      byte @Nullable [] opened = block == null ? null : opened(at, block);
      if (block == null || opened == null) {
        at++;
      } else {
        all.write(bytes, unsealed, at - unsealed);
        all.writeBytes(opened);
        at += block.bytes();
        unsealed = at;
      }
    }
    if (unsealed == 0) {
      return bytes;
    }
    all.write(bytes, unsealed, bytes.length - unsealed);
    return all.toByteArray();
  }

  private @Nullable Block blockAt(int at) {
    if (bytes[at] != FIRST_OF_MAGIC
        || bytes.length - at < Integer.BYTES
        || ByteBuffer.wrap(bytes, at, Integer.BYTES).getInt() != Block.MAGIC) {
      return null;
    }
    try {
      return Block.read(bytes, at, Block.MORE);
    } catch (SealException looksLikeOne) {
      return null;
    }
  }

  private byte @Nullable [] opened(int at, Block block) {
    try {
      return sealer.open(place, bytes, at, block);
    } catch (SealException looksLikeOne) {
      return null;
    }
  }
}
