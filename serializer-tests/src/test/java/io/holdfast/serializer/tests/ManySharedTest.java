package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Many objects that streams hide and the graph has, too: what is done for them grows with their
 * number, not with its square. Counted is how often code of the application is called.
 */
@SuppressWarnings("serial")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ManySharedTest {

  /** The square of this is far more than {@link #CALLS}; each night there are more. */
  private static final int MANY =
      "all".equals(System.getProperty("holdfast.lines")) ? 4_000 : 1_000;

  /** Written twice at most in each of some twenty rounds; most of them end early. */
  private static final int CALLS = 8 * MANY;

  private static int calls;

  /** JDK serialization writes another one for it. */
  private static final class Replaced implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] number;

    Replaced(int number) {
      this.number = new int[] {number};
    }

    private Object writeReplace() {
      calls++;
      return new Form(number.clone());
    }
  }

  private static final class Form implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] number;

    Form(int[] number) {
      this.number = number;
    }

    private Object readResolve() {
      return new Replaced(number[0]);
    }
  }

  /** Writes itself, so that JDK serialization writes its lock in a stream of its own. */
  private static final class Guard implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Object lock;

    Guard(Object lock) {
      this.lock = lock;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      calls++;
      out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  /** JDK serialization writes what it holds. */
  private static final class Failure extends Exception {

    private static final long serialVersionUID = 1L;

    private final Object detail;

    Failure(Object detail) {
      super("failed", null, true, false);
      this.detail = detail;
    }
  }

  /** Writes itself, and knows all others, which it does not write. */
  private static final class Item implements Serializable {

    private static final long serialVersionUID = 1L;

    private transient List<Item> all;

    Item(List<Item> all) {
      this.all = all;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      calls++;
      out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      all = List.of(this);
    }
  }

  private static List<?> roundTrip(Serializer serializer, List<?>... parts) {
    Transcoder transcoder = serializer.transcoder();
    calls = 0;
    byte[] bytes = transcoder.encode(new ArrayList<>(List.of(parts)));
    assertTrue(calls <= CALLS, () -> calls + " calls");
    return (List<?>) transcoder.decode(bytes);
  }

  private static List<?> part(List<?> read, int part) {
    List<?> one = (List<?>) read.get(part);
    assertEquals(MANY, one.size());
    return one;
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenEachOfManyIsInAnExceptionThenInLinearTime(Serializer serializer) {
    List<Object> replaced = new ArrayList<>();
    List<Object> failures = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      replaced.add(new Replaced(i));
      failures.add(new Failure(replaced.get(i)));
    }

    List<?> read = roundTrip(serializer, failures, replaced);

    for (int i = 0; i < MANY; i++) {
      assertSame(part(read, 1).get(i), ((Failure) part(read, 0).get(i)).detail);
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenManyAreInOneStreamThenInLinearTime(Serializer serializer) {
    List<Object> replaced = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      replaced.add(new Replaced(i));
    }
    List<Object> queue = new ArrayList<>();
    queue.add(new LinkedBlockingDeque<>(replaced));

    List<?> read = roundTrip(serializer, queue, replaced);

    int i = 0;
    for (Object each : (LinkedBlockingDeque<?>) ((List<?>) read.get(0)).get(0)) {
      assertSame(part(read, 1).get(i++), each);
    }
    assertEquals(MANY, i);
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenManyHaveLocksOfOthersThenInLinearTime(Serializer serializer) {
    List<Object> locks = new ArrayList<>();
    List<Object> guards = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      locks.add(new ReentrantLock());
      guards.add(new Guard(locks.get(i)));
    }

    List<?> read = roundTrip(serializer, guards, locks);

    for (int i = 0; i < MANY; i++) {
      assertSame(part(read, 1).get(i), ((Guard) part(read, 0).get(i)).lock);
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenEachKnowsAllThenInLinearTime(Serializer serializer) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      items.add(new Item(items));
    }

    List<?> read = roundTrip(serializer, items);

    Item last = (Item) part(read, 0).get(MANY - 1);
    assertSame(last, last.all.get(0));
  }
}
