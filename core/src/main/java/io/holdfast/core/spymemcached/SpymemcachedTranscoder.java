package io.holdfast.core.spymemcached;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.record.EncodedObject;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.transcoder.DeepTranscoder;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;
import net.spy.memcached.CachedData;
import org.jspecify.annotations.Nullable;

/**
 * A Holdfast serializer as a transcoder of spymemcached, for programs that keep objects of their
 * own in memcached: with the class filter, the limits and a checksum.
 *
 * <pre>{@code
 * var transcoder =
 *     new SpymemcachedTranscoder(
 *         new KryoTranscoderFactory(),
 *         TranscoderContext.of(ClassFilter.create(loader, "com.acme.tickets.**")));
 * client.set(key, seconds, ticket, transcoder);
 * Ticket ticket = (Ticket) client.get(key, transcoder);
 * }</pre>
 *
 * <p>Thread-safe. How deep an object may be is up to the limits, not to the stack of the thread.
 */
public final class SpymemcachedTranscoder
    implements net.spy.memcached.transcoders.Transcoder<@Nullable Object> {

  private static final System.Logger LOG = Loggers.of(SpymemcachedTranscoder.class);

  /** As other clients mark bytes that are no text. */
  private static final int NO_FLAGS = 0;

  private final String name;
  private final Transcoder transcoder;

  /**
   * Creates a transcoder.
   *
   * @param factory the serializer
   * @param context which classes are allowed, and how much an object may be
   * @throws TranscoderException if the serializer cannot work here
   */
  public SpymemcachedTranscoder(TranscoderFactory factory, TranscoderContext context) {
    this.name = factory.name();
    this.transcoder = new DeepTranscoder(factory.create(context));
  }

  /** False: an object is decoded on the thread that asks for it. */
  @Override
  public boolean asyncDecode(CachedData data) {
    return false;
  }

  /**
   * Encodes an object.
   *
   * @throws IllegalArgumentException if it is null
   * @throws TranscoderException if it cannot be written and read again, or holds an object of a
   *     class that is not allowed; the message names the class and the way to the object
   */
  @Override
  public CachedData encode(@Nullable Object object) {
    if (object == null) {
      throw new IllegalArgumentException("null cannot be stored: there would be nothing to find");
    }
    byte[] value = new EncodedObject(name, Bytes.wrap(transcoder.encode(object))).encode();
    return new CachedData(NO_FLAGS, value, getMaxSize());
  }

  /**
   * Decodes an object. What cannot be read counts as absent, as with the transcoders of the
   * library, and the log says why.
   *
   * @return null if the bytes are no object that this transcoder can read
   */
  @Override
  public @Nullable Object decode(CachedData data) {
    try {
      EncodedObject object = EncodedObject.decode(data.getData());
      if (object.transcoderName().equals(name)) {
        return object.graph().lendTo(transcoder::decode);
      }
      report("written by " + object.transcoderName() + ", read with " + name);
    } catch (RecordException | TranscoderException e) {
      report(String.valueOf(e.getMessage()));
    }
    return null;
  }

  private static void report(String reason) {
    LOG.log(
        System.Logger.Level.WARNING, "A value cannot be decoded and counts as absent: {0}", reason);
  }

  /** No bound here: the node refuses what is too large for it. */
  @Override
  public int getMaxSize() {
    return Integer.MAX_VALUE;
  }
}
