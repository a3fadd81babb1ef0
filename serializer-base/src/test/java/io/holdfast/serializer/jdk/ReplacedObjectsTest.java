package io.holdfast.serializer.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReplacedObjectsTest {

  /** JDK serialization writes another one for it. */
  private static final class Replaced implements Serializable {

    private static final long serialVersionUID = 1L;

    private Object writeReplace() {
      return "";
    }
  }

  /** Writes itself, and what others have, too. */
  private static final class Holder implements Serializable {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedVariable")
    private final transient List<Object> common;

    Holder(List<Object> common) {
      this.common = common;
    }

    private void writeObject(ObjectOutputStream out) {
      throw new IllegalStateException("is not written: " + out);
    }
  }

  private final Set<Object> holdingNone = Collections.newSetFromMap(new IdentityHashMap<>());
  private int shown;

  private void lookInto(Object holder) {
    new ReplacedObjects(object -> shown++, holdingNone).lookInto(holder);
  }

  @Test
  void lookIntoWhenManyHaveWhatHoldsNoneThenItIsLookedIntoOnce() {
    List<Object> common = new ArrayList<>(List.of("x"));
    lookInto(new Holder(common));

    common.add(new Replaced());
    lookInto(new Holder(common));

    assertEquals(0, shown);
  }

  @Test
  void lookIntoWhenManyHaveWhatHoldsSomeThenEachShowsThem() {
    List<Object> common = new ArrayList<>(List.of("x", new Replaced()));
    lookInto(new Holder(common));
    lookInto(new Holder(common));

    assertEquals(2, shown);
  }
}
