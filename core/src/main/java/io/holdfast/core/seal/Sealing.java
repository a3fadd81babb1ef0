package io.holdfast.core.seal;

import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.seal.SealException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether what leaves this Tomcat is sealed, and what is read that is not. Thread-safe.
 *
 * <p>While Tomcats change from unsealed to sealed, one after the other, some of them read what is
 * not sealed: see {@link EncryptionMigration}.
 */
public final class Sealing {

  public static final Sealing NONE = new Sealing(null, EncryptionMigration.NONE);

  private final @Nullable Sealer sealer;
  private final EncryptionMigration migration;

  private Sealing(@Nullable Sealer sealer, EncryptionMigration migration) {
    this.sealer = sealer;
    this.migration = migration;
  }

  public static Sealing with(Sealer sealer, EncryptionMigration migration) {
    return new Sealing(sealer, migration);
  }

  /**
   * The same, for threads that must not wait for a disk: it looks for no newer keys where bytes
   * name one that is not here.
   */
  public Sealing withoutLooking() {
    return sealer == null ? this : new Sealing(sealer.withoutLooking(), migration);
  }

  public boolean isOn() {
    return sealer != null;
  }

  private boolean seals() {
    return migration != EncryptionMigration.PREPARE;
  }

  private boolean readsUnsealed() {
    return migration != EncryptionMigration.NONE;
  }

  public byte[] seal(String place, byte[] value) {
    return sealer == null || !seals() ? value : sealer.seal(place, value);
  }

  /** What is to be appended for more of a value. */
  public byte[] sealMore(String place, byte[] more) {
    return sealer == null || !seals() ? more : sealer.sealMore(place, more);
  }

  /** The value in bytes that were read. */
  public byte[] open(String place, byte[] bytes) throws SealException {
    if (sealer == null) {
      if (Sealer.isSealed(bytes)) {
        throw new SealException(Reason.UNKNOWN_KEY, "it is sealed, and there is no key file here");
      }
      return bytes;
    }
    return readsUnsealed() ? sealer.openMixed(place, bytes) : sealer.open(place, bytes);
  }

  /** Returns whether a value that does not count is sealed with a key that is not here yet. */
  public boolean isOfNewerKey(byte[] bytes) {
    return sealer != null && sealer.isOfNewerKey(bytes);
  }

  /** Returns whether readable values may have another form than the one written now. */
  public boolean mayHaveToRewrite() {
    return sealer != null && (readsUnsealed() || sealer.keys().ids().size() > 1);
  }

  /**
   * Returns a readable value in the form that is written now, if it has another one: it has another
   * key, or is plain where values are encrypted, or the other way round.
   *
   * @return null if it is in that form already, or unreadable
   */
  public byte @Nullable [] rewritten(String place, byte[] bytes) {
    if (sealer == null || (seals() ? sealer.isOfFirstKey(bytes) : !Sealer.isSealed(bytes))) {
      return null;
    }
    try {
      return seal(place, open(place, bytes));
    } catch (SealException doesNotCount) {
      return null;
    }
  }

  /**
   * What may stand for a name in the key of a value, so that who can read a node cannot try names.
   *
   * @param plain what stands for it where nothing is sealed
   * @return the first is to be written; values that were written with other keys, or before
   *     anything was sealed, lie under the others
   */
  public List<String> hashesOf(String name, String plain) {
    if (sealer == null) {
      return List.of(plain);
    }
    List<String> hashes = new ArrayList<>(sealer.keys().hashesOf(name));
    if (readsUnsealed()) {
      hashes.add(seals() ? hashes.size() : 0, plain);
    }
    return hashes;
  }

  /** What an operator may see of it; empty without keys. */
  public String inWords() {
    if (sealer == null) {
      return "";
    }
    List<String> ids = sealer.keys().ids();
    return "%s; keys %s; opened %s"
        .formatted(
            seals() ? ids.get(0) + " seals" : "nothing is sealed yet",
            String.join(", ", ids),
            sealer.opened());
  }
}
