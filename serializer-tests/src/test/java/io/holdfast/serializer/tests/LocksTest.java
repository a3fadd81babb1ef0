package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.transcoder.Transcoder;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Locks of the JDK that several objects have: each is one lock after a takeover, too. */
final class LocksTest {

  /** Reads itself, so that JDK serialization writes its lock in a stream of its own. */
  private static final class Guard implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Object lock;

    Guard(Object lock) {
      this.lock = lock;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  private static List<?> roundTrip(Serializer serializer, Object... parts) {
    Transcoder transcoder = serializer.transcoder();
    return (List<?>) transcoder.decode(transcoder.encode(new ArrayList<>(List.of(parts))));
  }

  private static Object lockOf(Object guard) {
    return ((Guard) guard).lock;
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenTwoHaveALockThenItIsOne(Serializer serializer) {
    ReentrantLock lock = new ReentrantLock();

    List<?> read = roundTrip(serializer, new Guard(lock), lock, new Guard(lock));

    assertSame(read.get(1), lockOf(read.get(0)));
    assertSame(read.get(1), lockOf(read.get(2)));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenOthersHaveThePartsOfALockThenTheyBelongToIt(Serializer serializer) {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    List<?> read = roundTrip(serializer, new Guard(lock.readLock()), lock, lock.writeLock());
    ReentrantReadWriteLock again = (ReentrantReadWriteLock) read.get(1);

    assertSame(again.readLock(), lockOf(read.get(0)));
    assertSame(again.writeLock(), read.get(2));
    ((Lock) lockOf(read.get(0))).lock();
    assertEquals(1, again.getReadLockCount());
    assertFalse(again.writeLock().tryLock());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenAnotherHasAConditionThenItIsOfTheLock(Serializer serializer) {
    ReentrantLock lock = new ReentrantLock();

    List<?> read = roundTrip(serializer, new Guard(lock.newCondition()), new Guard(lock));
    ReentrantLock again = (ReentrantLock) lockOf(read.get(1));

    again.lock();
    assertFalse(again.hasWaiters((Condition) lockOf(read.get(0))));
  }

  /** Written apart, each attribute would get a lock of its own. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeApartWhenTwoAttributesHaveALockThenTogether(Serializer serializer) {
    ReentrantLock lock = new ReentrantLock();
    Transcoder transcoder = serializer.transcoder();

    assertNull(transcoder.encodeApart(List.of(new Guard(lock), new Guard(lock))));
    assertNull(transcoder.encodeApart(List.of(new Guard(lock), lock)));
    assertNull(transcoder.encodeApart(List.of(lock, new Guard(lock))));
    assertNotNull(
        transcoder.encodeApart(
            List.of(new Guard(new ReentrantLock()), new Guard(new ReentrantLock()))));
  }
}
