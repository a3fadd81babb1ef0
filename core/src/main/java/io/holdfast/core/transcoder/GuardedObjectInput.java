package io.holdfast.core.transcoder;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A stream of JDK serialization that keeps to a {@link WorkBudget}. */
public abstract class GuardedObjectInput extends ObjectInputStream {

  private static final byte[] CONCURRENT_MAP =
      "java.util.concurrent.ConcurrentHashMap".getBytes(StandardCharsets.US_ASCII);

  private static final int SHORT = 64;

  private final WorkBudget work;
  private final @Nullable EqualHashes equalHashes;

  /**
   * Starts to read.
   *
   * @param bytes the whole stream
   * @throws IOException if the stream does not start as it must
   */
  protected GuardedObjectInput(byte[] bytes, WorkBudget work) throws IOException {
    super(new ByteArrayInputStream(bytes));
    this.work = work;
    this.equalHashes = contains(bytes, CONCURRENT_MAP) ? new EqualHashes(work) : null;
  }

  private static boolean contains(byte[] bytes, byte[] name) {
    int last = bytes.length - name.length;
    for (int i = 0; i <= last; i++) {
      if (bytes[i] == name[0] && Arrays.equals(bytes, i, i + name.length, name, 0, name.length)) {
        return true;
      }
    }
    return false;
  }

  /** Counts an object that was read: nobody tells whether it is a key that is hashed next. */
  protected final void count(@Nullable Object object) {
    if (object == null || (object instanceof String text && text.length() < SHORT)) {
      return; // of which there are no more than bytes, and most objects are such
    }
    work.met(object);
    work.tables().filled(object);
    if (equalHashes != null) {
      equalHashes.met(object);
    }
  }

  /** Counts an object that the stream refers to and that was read elsewhere. */
  protected final void countOutside(@Nullable Object object) {
    work.metElsewhere(object);
  }

  /** Counts a step of the stream; one without a class or an array is a reference back. */
  protected final void count(FilterInfo info) {
    if (info.serialClass() == null && info.arrayLength() < 0) {
      work.metAgain();
    } else {
      work.step();
    }
  }

  /** What may still be spent. */
  protected final WorkBudget work() {
    return work;
  }

  /**
   * The class that reads what a class wrote: the class itself, except where the JDK's is unsafe.
   */
  protected static Class<?> readerFor(Class<?> type) {
    return type.getName().equals(CollSer.NAME) ? CollSer.class : type;
  }

  /** Whether a class is one that {@link #readerFor} put in the place of another. */
  protected static boolean isReader(Class<?> type) {
    return type == CollSer.class;
  }
}
