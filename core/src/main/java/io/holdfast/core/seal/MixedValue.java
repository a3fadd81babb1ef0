package io.holdfast.core.seal;

import java.io.ByteArrayOutputStream;

/**
 * A value to which Tomcats that seal and Tomcats that do not have appended by turns, as they do to
 * lists while a migration lasts: blocks with unsealed bytes between them.
 *
 * <p>Behind the beginning of a value whatever does not open counts as unsealed bytes: those of a
 * session may look like a block, because a client chose them.
 */
final class MixedValue {

  private final Sealer sealer;
  private final String place;
  private final byte[] bytes;
  private final ByteArrayOutputStream all;

  /** How many bytes are in {@link #all}, opened or as they were. */
  private int done;

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
    if (Block.isAt(bytes, 0)) {
      take(0, Block.VALUE);
    }
    int at = done;
    while (at < bytes.length) {
      at = isTaken(at) ? done : at + 1;
    }
    if (done == 0) {
      return bytes;
    }
    all.write(bytes, done, bytes.length - done);
    return all.toByteArray();
  }

  /** Opens a block, and takes the unsealed bytes in front of it. */
  private void take(int at, byte kind) throws SealException {
    Block block = Block.read(bytes, at, kind);
    byte[] opened = sealer.open(place, bytes, at, block);
    all.write(bytes, done, at - done);
    all.writeBytes(opened);
    done = at + block.bytes();
  }

  private boolean isTaken(int at) {
    try {
      if (Block.isAt(bytes, at)) {
        take(at, Block.MORE);
        return true;
      }
    } catch (SealException looksLikeOne) {
      return false;
    }
    return false;
  }
}
