package io.holdfast.core.transcoder.kit;

import io.holdfast.core.transcoder.kit.Samples.Bean;
import io.holdfast.core.transcoder.kit.Samples.EchoHandler;
import io.holdfast.core.transcoder.kit.Samples.Greeter;
import io.holdfast.core.transcoder.kit.Samples.Node;
import io.holdfast.core.transcoder.kit.Samples.SerializableSupplier;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Attributes of classes that the application defines, and shapes of graphs. */
@SuppressWarnings({"serial", "IdentityHashMapUsage", "UnusedVariable"})
final class ObjectKinds {

  private ObjectKinds() {}

  static List<KindGroup> groups() {
    return List.of(
        new KindGroup("Classes of the application", classes()),
        new KindGroup("Classes that say how they are serialized", serializationForms()),
        new KindGroup("Shapes of graphs", shapes()));
  }

  private static List<Kind> classes() {
    return List.of(
        Kind.of("bean", () -> new Bean("b", 3)),
        Kind.of("bean with inheritance and hidden field", Samples.SubBean::new),
        Kind.of("no default constructor", () -> new Samples.Money("EUR", 250)),
        Kind.of("not Serializable", Samples.NotSerializable::new),
        Kind.of(
            "not Serializable, no default constructor",
            () -> new Samples.NotSerializableNoConstructor("v")),
        Kind.of("Serializable child of a plain parent", Samples.ChildOfPlainParent::new),
        Kind.of("no fields", Samples.Empty::new),
        Kind.of("enum", () -> Samples.Plain.B),
        Kind.of("enum with body", () -> Samples.WithBody.Y),
        Kind.of("enum array", () -> new Samples.WithBody[] {Samples.WithBody.X, null}),
        Kind.of("record", () -> new Samples.Item("n", 2, new ArrayList<>(List.of("x")))),
        Kind.of("record whose accessor masks", () -> new Samples.Masked("4111-1111")),
        Kind.of("record with check", () -> new Samples.Checked(3)),
        Kind.of("record not Serializable", () -> new Samples.NotSerializableRecord("n", 2)),
        Kind.of(
            "record with shared part",
            () -> {
              Bean bean = new Bean("b", 1);
              return new Samples.RecordOfBean(bean, bean);
            }),
        Kind.of(
            "inner class",
            () -> new Samples.Outer().inner(),
            (a, b) -> ((Samples.Outer.Inner) b).outerName().equals("outer")),
        Kind.of("local class", ObjectKinds::local),
        Kind.of("anonymous class", () -> anonymous("captured")),
        new Kind(
            "lambda",
            () -> (SerializableSupplier) () -> "lambda",
            (a, b) -> b instanceof SerializableSupplier s && s.get().equals("lambda")),
        new Kind(
            "lambda with captured value",
            () -> capturing("captured"),
            (a, b) -> b instanceof SerializableSupplier s && s.get().equals("captured")),
        new Kind(
            "lambda not Serializable",
            () -> (Supplier<String>) () -> "lambda",
            (a, b) -> b instanceof Supplier<?> s && "lambda".equals(s.get())),
        new Kind(
            "JDK comparator lambda",
            () ->
                Comparator.comparing(
                    (java.util.function.Function<String, Integer> & Serializable) String::length),
            (a, b) -> compares(b)),
        new Kind(
            "proxy",
            () -> greeter(new EchoHandler("hi")),
            (a, b) -> b instanceof Greeter g && "hi".equals(g.greet("x"))),
        Kind.of("application exception", () -> Traces.fixed(new Samples.AppException("m", 42))),
        Kind.of("generic class", ObjectKinds::generic),
        Kind.of("fields of every declared type", Samples.Declared::new),
        Kind.of("fields of Serializable types", Samples.DeclaredSerializable::new),
        Kind.of(
            "ArrayList subclass with field",
            () -> {
              Samples.ListWithField list = new Samples.ListWithField();
              list.add("x");
              list.title = "t";
              return list;
            }),
        Kind.of(
            "HashMap subclass with field",
            () -> {
              Samples.MapWithField map = new Samples.MapWithField();
              map.put("x", 1);
              map.title = "t";
              return map;
            }),
        Kind.of(
            "HashSet subclass with field",
            () -> {
              Samples.SetWithField set = new Samples.SetWithField();
              set.add("x");
              set.limit = 9;
              return set;
            }),
        Kind.of(
            "TreeMap subclass with comparator and field",
            () -> {
              Samples.SortedWithField map = new Samples.SortedWithField(9);
              map.putAll(Map.of("aaa", "1", "b", "2"));
              return map;
            }),
        Kind.of(
            "LinkedHashMap subclass (LRU cache)",
            () -> {
              Samples.LruCache cache = new Samples.LruCache(2);
              cache.put("a", "1");
              cache.put("b", "2");
              return cache;
            },
            (a, b) -> {
              ((Samples.LruCache) b).put("c", "3");
              return ((Samples.LruCache) b).size() == 2;
            }),
        Kind.of("anonymous ArrayList (double brace)", ObjectKinds::doubleBrace));
  }

  private static List<Kind> serializationForms() {
    return List.of(
        Kind.of(
            "writeObject and readObject",
            () -> new Samples.CustomForm(1, 2, 3),
            (a, b) -> ((Samples.CustomForm) b).sum() == 6),
        new Kind(
            "readResolve to a singleton",
            () -> Samples.Single.INSTANCE,
            (a, b) -> b == Samples.Single.INSTANCE),
        Kind.of("writeReplace", () -> new Samples.Replaced("v")),
        Kind.of("Externalizable", () -> new Samples.External("v", new Bean("b", 1))),
        Kind.of(
            "Externalizable without public constructor", () -> new Samples.HiddenExternal("v")));
  }

  private static List<Kind> shapes() {
    return List.of(
        Kind.of(
            "shared references",
            () -> {
              Bean bean = new Bean("b", 1);
              return new ArrayList<>(List.of(bean, bean, List.of(bean)));
            }),
        Kind.of("singleton without readResolve", () -> Samples.Lone.INSTANCE, (a, b) -> a == b),
        Kind.of(
            "cycle of objects",
            () -> {
              Node node = new Node("a");
              node.next = new Node("b");
              node.next.next = node;
              return node;
            }),
        new Kind(
            "list that holds itself",
            () -> {
              List<Object> list = new ArrayList<>();
              list.add(list);
              return list;
            },
            (a, b) -> b instanceof ArrayList<?> list && list.get(0) == list),
        new Kind(
            "map that holds itself",
            () -> {
              Map<Object, Object> map = new HashMap<>();
              map.put("self", map);
              return map;
            },
            (a, b) -> b instanceof HashMap<?, ?> map && map.get("self") == map),
        new Kind(
            "array that holds itself",
            () -> {
              Object[] array = new Object[1];
              array[0] = array;
              return array;
            },
            (a, b) -> b instanceof Object[] array && array[0] == array),
        new Kind(
            "cycle through a record",
            () -> {
              List<String> notes = new ArrayList<>();
              List<Object> parts = widened(notes);
              Samples.Item item = new Samples.Item("n", 1, notes);
              parts.add(item);
              return item;
            },
            (a, b) -> b instanceof Samples.Item i && holdsFirst(i.notes(), i)),
        new Kind(
            "cycle through an unmodifiable list",
            () -> {
              List<Object> inner = new ArrayList<>();
              List<Object> outer = java.util.Collections.unmodifiableList(inner);
              inner.add(outer);
              return outer;
            },
            (a, b) ->
                b instanceof List<?> l
                    && l.get(0) instanceof List<?> m
                    && m.get(0) instanceof List),
        new Kind(
            "cycle through Arrays.asList",
            () -> {
              List<Object> list = Arrays.asList(new Object[1]);
              list.set(0, list);
              return list;
            },
            (a, b) -> b instanceof List<?> l && l.get(0) == l),
        new Kind(
            "hash set of objects in a cycle",
            () -> {
              Set<Object> set = new HashSet<>();
              Bean bean = new Bean("b", 1);
              bean.other = set;
              set.add(bean);
              return set;
            },
            (a, b) -> {
              Object bean = ((Set<?>) b).iterator().next();
              return ((Set<?>) b).contains(bean) && ((Bean) bean).other == b;
            }),
        Kind.of(
            "identity keys",
            () -> {
              IdentityHashMap<Object, String> map = new IdentityHashMap<>();
              map.put(new Bean("a", 1), "1");
              return map;
            },
            (a, b) -> {
              IdentityHashMap<?, ?> map = (IdentityHashMap<?, ?>) b;
              return map.containsKey(map.keySet().iterator().next());
            }),
        Kind.of("200 levels deep", () -> chain(200)),
        Kind.of("1,000 beans", () -> beans(1_000)),
        Kind.of(
            "session of mixed attributes",
            () -> {
              Map<String, Object> session = new LinkedHashMap<>();
              session.put("user", new Bean("u", 1));
              session.put("same user", session.get("user"));
              session.put("class", "c");
              session.put("id", 5L);
              session.put("cart", new ArrayList<>(List.of(new Samples.Money("EUR", 1))));
              return session;
            }));
  }

  private static boolean holdsFirst(@Nullable List<?> list, Object element) {
    return list != null && list.get(0) == element;
  }

  private static boolean compares(Object comparator) {
    @SuppressWarnings("unchecked")
    Comparator<String> order = (Comparator<String>) comparator;
    return order.compare("aa", "b") > 0;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> widened(List<String> list) {
    return (List<Object>) (List<?>) list;
  }

  private static Object local() {
    class Local implements Serializable {
      final int value = Integer.parseInt("3");
    }
    return new Local();
  }

  private static Object anonymous(String captured) {
    return new Serializable() {
      final String own = captured + "!";

      @Override
      public String toString() {
        return captured + own;
      }
    };
  }

  private static SerializableSupplier capturing(String value) {
    return () -> value;
  }

  private static Greeter greeter(EchoHandler handler) {
    return (Greeter)
        Proxy.newProxyInstance(
            Greeter.class.getClassLoader(), new Class<?>[] {Greeter.class}, handler);
  }

  private static Samples.Generic<Bean> generic() {
    Samples.Generic<Bean> generic = new Samples.Generic<>();
    generic.value = new Bean("v", 1);
    generic.values.add(generic.value);
    generic.index.put("k", generic.values);
    return generic;
  }

  @SuppressWarnings("DoubleBraceInitialization")
  private static List<String> doubleBrace() {
    return new ArrayList<>() {
      {
        add("a");
      }
    };
  }

  private static Node chain(int length) {
    Node first = new Node("0");
    Node last = first;
    for (int i = 1; i < length; i++) {
      last.next = new Node(Integer.toString(i));
      last = last.next;
    }
    return first;
  }

  private static List<Bean> beans(int count) {
    List<Bean> beans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      beans.add(new Bean("bean " + i, i));
    }
    return beans;
  }
}
