package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Outside;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.ZoneById;
import io.holdfast.serializer.limits.EqualHashes;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.limits.WrittenTables;
import java.io.IOException;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.StreamCorruptedException;
import java.net.URL;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream of JDK serialization that keeps to a {@link WorkBudget} and to limits, and that asks the
 * filter of the virtual machine, too. What is refused within a step of the stream is the cause of
 * the exception that the stream throws.
 */
public abstract class GuardedObjectInput extends ObjectInputStream {

  private static final int SHORT = 64;

  private static final Set<Class<?>> READERS =
      Set.of(
          CollSer.class,
          EventListenerList.class,
          ScopedBean.class,
          Certificate.CertificateRep.class,
          CertPath.CertPathRep.class);

  private final StreamBytes bytes;
  private final ClassFilter filter;
  private final WorkBudget work;
  private final EqualHashes equalHashes;
  private final Set<Class<?>> named = new HashSet<>(0);

  /** Those that are known to be objects, by their numbers in the stream. */
  private final BitSet objects = new BitSet(0);

  private long readAgain;

  /**
   * Starts to read.
   *
   * @param bytes the whole stream, in memory
   * @throws IOException if the stream does not start as it must
   */
  protected GuardedObjectInput(StreamBytes bytes, ClassFilter filter, WorkBudget work)
      throws IOException {
    super(bytes);
    this.bytes = bytes;
    this.filter = filter;
    this.work = work;
    this.equalHashes = new EqualHashes(work);
    setObjectInputFilter(this::judge);
    enableResolveObject(true);
  }

  /** How deep objects may be nested. */
  protected abstract int maxDepth();

  /** How many objects and references the stream may have, descriptions of classes included. */
  protected abstract long maxReferences();

  /** Counts the elements of an array before there is one. */
  protected abstract void spend(long length);

  /** Checks a class of a step: one that the stream names, or that an object has become. */
  protected abstract void check(Class<?> type);

  /** Counts an object that was read: the bytes do not tell whether it is hashed next, as a key. */
  protected final void count(@Nullable Object object) {
    if (object == null
        || (object instanceof String text && text.length() < SHORT && !work.areTextsDear())) {
      return; // most objects are such, and there are no more of them than bytes
    }
    if (isLocked(object)) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "a locked %s, which no thread could unlock".formatted(object.getClass().getName()));
    }
    weigh(object);
    work.met(object);
    work.tables().filled(object);
    equalHashes.met(object);
  }

  /**
   * Returns whether bytes have a lock that no thread holds and that is locked all the same. Locks
   * are read unlocked, whatever they were; each thread that wants such a one would wait for ever,
   * first the one that reads the queue which has it.
   */
  private static boolean isLocked(Object object) {
    if (object instanceof ReentrantLock lock) {
      return lock.isLocked();
    }
    if (object instanceof ReentrantReadWriteLock lock) {
      return lock.isWriteLocked() || lock.getReadLockCount() > 0;
    }
    return object instanceof StampedLock lock && (lock.isWriteLocked() || lock.isReadLocked());
  }

  /** What a class made in place of what the stream names is not what was weighed when writing. */
  private void weigh(Object object) {
    if (object instanceof String) {
      return;
    }
    if (named.contains(object.getClass())) {
      work.memory().made(object);
    } else {
      work.memory().look();
    }
  }

  /** The object to take in place of one that was read: a URL asks for nothing while it is read. */
  protected final Object guarded(Object object) {
    return object instanceof URL url ? work.urls().guarded(url) : object;
  }

  private Status judge(FilterInfo info) {
    if (bytes.isInserted()) {
      return Status.ALLOWED; // it is none of the stream, but was asked for here
    }
    long length = info.arrayLength();
    Class<?> type = info.serialClass();
    if (type == null && length < 0) { // a reference back
      work.metAgain(again());
    } else {
      work.step();
      work.places(length);
    }
    if (info.depth() > maxDepth()) {
      throw exceeded("objects nested too deeply");
    }
    if (info.references() - readAgain > maxReferences()) {
      throw exceeded("too many objects");
    }
    if (length >= 0) {
      spend(length);
    }
    if ((type == null || !isOwn(type)) && ClassFilter.isRejectedByJvm(info)) {
      throw type == null || filter.allows(type)
          ? exceeded("more than -Djdk.serialFilter allows")
          : filter.rejectionOf(type);
    }
    if (type != null) {
      check(type);
    }
    return Status.ALLOWED;
  }

  /** Makes the exception for a stream that is beyond a limit. */
  protected static TranscoderException exceeded(String what) {
    return new TranscoderException(Reason.LIMIT_EXCEEDED, "the graph holds " + what);
  }

  /** What stands in a stream for other objects is not shown to the filter of the JVM. */
  private static boolean isOwn(Class<?> type) {
    return type == Outside.class || type == ZoneById.class || type == ScopedBean.class;
  }

  /**
   * The object to which the stream has just referred, which must be one. The stream itself would
   * hand out the description of a class, and what it reads a collection with before that is one.
   *
   * @return null if it does not matter which, if it is a class that is described, and if there is
   *     no reference: a class that is absent is shown in the same way
   */
  private @Nullable Object again() {
    if (!bytes.isBehindReference() || bytes.isDescriptorWanted()) {
      return null;
    }
    int number = bytes.referenced();
    boolean asked = work.asksWhichAgain();
    if (!asked && objects.get(number)) {
      return null;
    }
    Object object = referenced();
    if (object == null) {
      return null;
    }
    if (object instanceof ObjectStreamClass || isReader(object.getClass())) {
      throw new TranscoderException(Reason.UNREADABLE, "a reference to what is no object");
    }
    objects.set(number);
    return asked ? object : null;
  }

  /** The object to which the stream has just referred; null if it is not known. */
  private @Nullable Object referenced() {
    readAgain++;
    bytes.insertLastReference();
    try {
      return readObject();
    } catch (IOException | ClassNotFoundException e) {
      return null; // which the stream finds out itself
    } finally {
      bytes.endInsertion();
    }
  }

  /** Reads the description of a class where one is to be, and nowhere else. */
  @Override
  protected final ObjectStreamClass readClassDescriptor()
      throws IOException, ClassNotFoundException {
    checkDescriptorWanted();
    return readDescription();
  }

  /** Reads the description of a class. */
  protected ObjectStreamClass readDescription() throws IOException, ClassNotFoundException {
    bytes.checkDescriptor();
    return super.readClassDescriptor();
  }

  @Override
  protected final Class<?> resolveClass(ObjectStreamClass description)
      throws IOException, ClassNotFoundException {
    bytes.expectSuperclass();
    return classOf(description);
  }

  @Override
  protected final Class<?> resolveProxyClass(String[] interfaces)
      throws IOException, ClassNotFoundException {
    checkDescriptorWanted();
    bytes.expectSuperclass();
    return proxyClassOf(interfaces);
  }

  private void checkDescriptorWanted() throws StreamCorruptedException {
    if (!bytes.isDescriptorWanted()) {
      throw new StreamCorruptedException("the description of a class in place of an object");
    }
  }

  /** Finds an allowed class, or the one that reads what it wrote. */
  protected abstract Class<?> classOf(ObjectStreamClass description)
      throws IOException, ClassNotFoundException;

  /** Finds the class of proxies with these interfaces, which are all allowed. */
  protected abstract Class<?> proxyClassOf(String[] interfaces) throws ClassNotFoundException;

  /** What may still be spent. */
  protected final WorkBudget work() {
    return work;
  }

  /**
   * The class that reads what a class wrote: the class itself, except where the JDK's is unsafe.
   * Called for each class in the stream, before anything of it is read.
   */
  protected final Class<?> readerFor(Class<?> type) {
    named.add(type);
    if (type == ConcurrentHashMap.class) {
      equalHashes.count();
    }
    if (WrittenTables.isComparedWhenRead(type)) {
      work.sorting();
    }
    return switch (type.getName()) {
      case CollSer.NAME -> CollSer.class;
      case Certificate.CertificateRep.NAME -> Certificate.CertificateRep.class;
      case CertPath.CertPathRep.NAME -> CertPath.CertPathRep.class;
      case EventListenerList.NAME -> EventListenerList.class;
      default -> type;
    };
  }

  /** Returns whether a class is one that {@link #readerFor} put in the place of another. */
  protected static boolean isReader(Class<?> type) {
    return READERS.contains(type);
  }
}
