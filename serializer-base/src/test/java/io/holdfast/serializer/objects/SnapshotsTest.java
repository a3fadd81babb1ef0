package io.holdfast.serializer.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Spliterator;
import org.junit.jupiter.api.Test;

final class SnapshotsTest {

  /** Tells whether the lock of its wrapper is held while it is traversed. */
  private static final class Traversed extends ArrayList<Object> {

    private static final long serialVersionUID = 1L;

    private final transient List<Boolean> locked = new ArrayList<>();
    private transient Collection<Object> wrapper = this;

    @Override
    public Spliterator<Object> spliterator() {
      locked.add(Thread.holdsLock(wrapper));
      return super.spliterator();
    }
  }

  /** Another thread may have put the size of a new element, and not yet the element. */
  @Test
  void elementsOfWhenTheCollectionLocksItselfThenIsTraversedUnderItsLock() {
    Traversed inner = new Traversed();
    inner.addAll(List.of("a", "b"));
    inner.wrapper = Collections.synchronizedList(inner);

    Object[] elements = Snapshots.elementsOf(inner.wrapper, true);

    assertArrayEquals(new Object[] {"a", "b"}, elements);
    assertEquals(List.of(true), inner.locked);
  }

  @Test
  void elementsOfWhenTheCollectionDoesNotThenNeitherDoesTheCopy() {
    Traversed inner = new Traversed();
    inner.add("a");

    assertArrayEquals(new Object[] {"a"}, Snapshots.elementsOf(inner, true));
    assertEquals(List.of(false), inner.locked);
  }
}
