package io.holdfast.core.seal;

import io.holdfast.core.seal.SealException.Reason;
import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Seals bytes for one place, and opens them there: encrypted and authenticated with the first key,
 * opened with any. What is sealed for a place, which is the key of a value or the name of a file,
 * opens at no other.
 *
 * <p>A sealed value is a block, and behind it one for each time that bytes were appended. {@code
 * docs/wire-format.md} has the form. Thread-safe.
 */
public final class Sealer {

  /** How many bytes more than a value its sealed form has at most. */
  public static final int MOST_OVERHEAD =
      Block.FIXED_BYTES + SealingKey.LONGEST_ID + Xaes256Gcm.NONCE_BYTES + Xaes256Gcm.TAG_BYTES;

  private final KeySource keys;
  private final SecureRandom random;
  private final Map<String, LongAdder> opened;

  /** The ids of keys that have sealed something. */
  private final Set<String> sealed;

  public Sealer(KeySource keys, SecureRandom random) {
    this(keys, random, new ConcurrentHashMap<>(), ConcurrentHashMap.newKeySet());
  }

  private Sealer(
      KeySource keys, SecureRandom random, Map<String, LongAdder> opened, Set<String> sealed) {
    this.keys = keys;
    this.random = random;
    this.opened = opened;
    this.sealed = sealed;
  }

  /** The same, for threads that must not wait for a disk: it looks for no newer keys. */
  Sealer withoutLooking() {
    return new Sealer(() -> keys.now(), random, opened, sealed);
  }

  /** Where the keys come from. Thread-safe. */
  @FunctionalInterface
  public interface KeySource {

    /** The keys that are in use now. */
    SealingKeys now();

    /** Looks for newer ones first, unless it has just done so: bytes name an unknown key. */
    default SealingKeys newest() {
      return now();
    }
  }

  /** Returns whether bytes begin as sealed ones do. */
  public static boolean isSealed(byte[] bytes) {
    return Block.isAt(bytes, 0);
  }

  /** Seals a value for the place where it will be, in printable ASCII. */
  public byte[] seal(String place, byte[] value) {
    return seal(Block.VALUE, place, value);
  }

  /** Seals bytes that are appended to a sealed value. */
  public byte[] sealMore(String place, byte[] more) {
    return seal(Block.MORE, place, more);
  }

  private byte[] seal(byte kind, String place, byte[] value) {
    SealingKey key = keys.now().first();
    sealed.add(key.id());
    byte[] nonce = new byte[Xaes256Gcm.NONCE_BYTES];
    random.nextBytes(nonce);
    Block block = new Block(kind, key.id(), value.length + Xaes256Gcm.TAG_BYTES);
    byte[] bytes = new byte[block.bytes()];
    block.writeTo(bytes, nonce);
    key.cipher()
        .seal(
            new Xaes256Gcm.Message(nonce, block.associatedAt(place), value, 0, value.length),
            bytes,
            block.headBytes());
    return bytes;
  }

  /** Opens a value; refuses it unless all of it was sealed for this place with a known key. */
  public byte[] open(String place, byte[] sealed) throws SealException {
    if (!isSealed(sealed)) {
      throw new SealException(
          Reason.UNSEALED, "%d bytes that are not sealed".formatted(sealed.length));
    }
    Block first = Block.read(sealed, 0, Block.VALUE);
    byte[] value = open(place, sealed, 0, first);
    if (first.bytes() == sealed.length) {
      return value;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream(sealed.length);
    all.writeBytes(value);
    int at = first.bytes();
    while (at < sealed.length) {
      Block next = Block.read(sealed, at, Block.MORE);
      all.writeBytes(open(place, sealed, at, next));
      at += next.bytes();
    }
    return all.toByteArray();
  }

  private byte[] open(String place, byte[] sealed, int at, Block block) throws SealException {
    SealingKey key = key(block.keyId());
    byte[] value = new byte[block.cipherBytes() - Xaes256Gcm.TAG_BYTES];
    boolean isGenuine =
        key.cipher()
            .open(
                new Xaes256Gcm.Message(
                    block.nonceIn(sealed, at),
                    block.associatedAt(place),
                    sealed,
                    at + block.headBytes(),
                    block.cipherBytes()),
                value,
                0);
    if (!isGenuine) {
      throw new SealException(
          Reason.FORGED, "it was altered, or sealed for another place or with another key");
    }
    opened.computeIfAbsent(key.id(), id -> new LongAdder()).increment();
    return value;
  }

  /** Returns whether all blocks of a value name the key that seals. */
  boolean isOfFirstKey(byte[] sealed) {
    String first = keys.now().first().id();
    try {
      int at = 0;
      do {
        Block block = Block.read(sealed, at, at == 0 ? Block.VALUE : Block.MORE);
        if (!block.keyId().equals(first)) {
          return false;
        }
        at += block.bytes();
      } while (at < sealed.length);
      return true;
    } catch (SealException notSealed) {
      return false;
    }
  }

  /**
   * Returns whether a value names a key that this Tomcat never had: another Tomcat with a newer key
   * file has probably written it. A key that was removed here does not come back.
   */
  boolean isOfNewerKey(byte[] value) {
    try {
      String id = Block.read(value, 0, Block.VALUE).keyId();
      return keys.now().byId(id) == null && !opened.containsKey(id) && !sealed.contains(id);
    } catch (SealException notSealed) {
      return false;
    }
  }

  private SealingKey key(String id) throws SealException {
    @Nullable SealingKey key = keys.now().byId(id);
    if (key == null) {
      key = keys.newest().byId(id);
    }
    if (key == null) {
      throw new SealException(
          Reason.UNKNOWN_KEY, "it is sealed with the key %s, which is not known".formatted(id));
    }
    return key;
  }

  /**
   * Opens a value to which Tomcats that seal and Tomcats that do not have appended by turns, as
   * they do to lists while a migration lasts: blocks with unsealed bytes between them.
   *
   * <p>Behind the beginning of a value whatever does not open counts as unsealed bytes: those of a
   * session may look like a block, because a client chose them.
   *
   * @throws SealException if it begins with a block that does not open
   */
  byte[] openMixed(String place, byte[] mixed) throws SealException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(mixed.length);
    int done = 0;
    for (int at = 0; at < mixed.length; at = Math.max(at + 1, done)) {
      try {
        if (Block.isAt(mixed, at)) {
          Block block = Block.read(mixed, at, at == 0 ? Block.VALUE : Block.MORE);
          byte[] opened = open(place, mixed, at, block);
          all.write(mixed, done, at - done);
          all.writeBytes(opened);
          done = at + block.bytes();
        }
      } catch (SealException looksLikeOne) {
        if (at == 0) {
          throw looksLikeOne;
        }
      }
    }
    if (done == 0) {
      return mixed;
    }
    all.write(mixed, done, mixed.length - done);
    return all.toByteArray();
  }

  /** How many values were opened with each key, by its id, since this was made. */
  public Map<String, Long> opened() {
    Map<String, Long> counts = new TreeMap<>();
    opened.forEach((id, count) -> counts.put(id, count.sum()));
    return counts;
  }

  public SealingKeys keys() {
    return keys.now();
  }
}
