package io.holdfast.serializer.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ObjectPathTest {

  private static final Object CULPRIT = new Object();

  @SuppressWarnings("UnusedVariable")
  private static class Holder {
    @Nullable Object held;
    transient @Nullable Object hidden;

    Holder(@Nullable Object held) {
      this.held = held;
    }
  }

  private record Pair(Object left, Object right) {}

  private static String pathIn(Object root) {
    return ObjectPath.find(root, object -> object == CULPRIT);
  }

  static Stream<Arguments> places() {
    return Stream.of(
        Arguments.of("the root", CULPRIT),
        Arguments.of("held", new Holder(CULPRIT)),
        Arguments.of("left.held", new Pair(new Holder(CULPRIT), "x")),
        Arguments.of("[1]", List.of("a", CULPRIT)),
        Arguments.of("[2]", new Object[] {"a", "b", CULPRIT}),
        Arguments.of("[\"cart\"].held", Map.of("cart", new Holder(CULPRIT))),
        Arguments.of("[7]", Map.of(7, CULPRIT)),
        Arguments.of("[" + Pair.class.getName() + "]", Map.of(new Pair(1, 2), CULPRIT)),
        Arguments.of(".key(java.lang.Object)", Map.of(CULPRIT, "v")),
        Arguments.of("[0].value", List.of(Optional.of(CULPRIT))),
        Arguments.of("[0].value", List.of(new AtomicReference<>(CULPRIT))),
        Arguments.of("[0].value", List.of(Map.entry("k", CULPRIT))),
        Arguments.of("[0].handler.held", List.of(proxy())),
        Arguments.of("an unknown place", List.of("a")));
  }

  private static Object proxy() {
    class Handler extends Holder implements java.lang.reflect.InvocationHandler {
      Handler() {
        super(CULPRIT);
      }

      @Override
      public @Nullable Object invoke(
          Object self, java.lang.reflect.Method method, Object @Nullable [] arguments) {
        return method.getReturnType() == int.class ? 1 : null;
      }
    }
    return Proxy.newProxyInstance(
        ObjectPathTest.class.getClassLoader(), new Class<?>[] {Runnable.class}, new Handler());
  }

  @ParameterizedTest
  @MethodSource("places")
  void findWhenObjectIsThereThenTellsTheWay(String path, Object root) {
    assertEquals(path, pathIn(root));
  }

  @Test
  void findWhenThereAreTwoWaysThenTellsTheShorter() {
    assertEquals("[1]", pathIn(List.of(List.of(new Holder(CULPRIT)), CULPRIT)));
  }

  @Test
  void findWhenOnlyATransientFieldHoldsItThenIsUnknown() {
    Holder holder = new Holder("x");
    holder.hidden = CULPRIT;

    assertEquals("an unknown place", pathIn(holder));
  }

  @Test
  void findWhenGraphHoldsItselfThenEnds() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    list.add(new Holder(list));

    assertEquals("an unknown place", pathIn(list));
  }

  @Test
  void findWhenACollectionFailsThenGoesOnWithTheRest() {
    List<Object> failing =
        new AbstractList<>() {
          @Override
          public Object get(int index) {
            throw new IllegalStateException("not loaded");
          }

          @Override
          public int size() {
            return 3;
          }
        };

    assertEquals("[1]", pathIn(List.of(failing, CULPRIT)));
  }

  @Test
  void findWhenKeyIsLongThenIsCut() {
    String path = pathIn(Map.of("k".repeat(10_000), CULPRIT));

    assertEquals("[\"" + "k".repeat(80) + "...\"]", path);
  }

  @Test
  void toClassWhenThereIsOneThenTellsTheWay() {
    assertEquals(
        "[\"a\"][0]",
        ObjectPath.toClass(Map.of("a", Set.of(new Holder("x"))), Holder.class.getName()));
  }

  @Test
  void deepestWhenFaultIsInAPartThenFollowsItDown() {
    Holder inner = new Holder(CULPRIT);
    Map<String, Object> root = new HashMap<>();
    root.put("good", List.of("x"));
    root.put("bad", List.of("y", inner));

    ObjectPath.Found found =
        ObjectPath.deepest(root, object -> !pathIn(object).equals("an unknown place"));

    assertSame(CULPRIT, found.object());
    assertEquals("[\"bad\"][1].held", found.path());
  }

  @Test
  void deepestWhenNoPartHasTheFaultThenIsTheRoot() {
    List<Object> root = List.of("a", "b");

    ObjectPath.Found found = ObjectPath.deepest(root, object -> object == root);

    assertSame(root, found.object());
    assertEquals("the root", found.path());
  }

  @Test
  void deepestWhenThereIsMuchToTestThenGivesUpSoon() {
    List<Object> root = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      root.add(new Holder(i));
    }
    List<Object> tested = new ArrayList<>();

    ObjectPath.deepest(
        root,
        object -> {
          tested.add(object);
          return false;
        });

    assertTrue(tested.size() <= 1_000, () -> tested.size() + " tests");
  }
}
