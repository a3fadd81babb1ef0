package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.POJONode;
import com.google.common.collect.Ordering;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.UnlistedFilter;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.core.transcoder.filter.PackageRoots;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.beanutils2.BeanComparator;
import org.apache.commons.lang3.compare.ObjectToStringComparator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.support.PropertyComparator;

/**
 * Libraries that an application brings along can do things that the application never asks of them.
 * None of that runs because bytes say so, even without the list of known attacks, which is taken
 * away here.
 */
final class BroughtAlongTest {

  private static final ClassLoader APPLICATION = BroughtAlongTest.class.getClassLoader();

  private static final String HANDLER =
      "org.apache.commons.lang3.event.EventUtils$EventBindingInvocationHandler";

  private static final PackageRoots ROOTS =
      PackageRoots.of(Set.of(BroughtAlongTest.class.getPackageName()));

  private static final ApplicationClasses OWN = type -> ROOTS.cover(type.getPackageName());

  /** Queues compare their elements when they are read, if nothing stops it. */
  private static Map<String, Object> running() {
    Map<String, Object> queues = new LinkedHashMap<>();
    orders().forEach((name, order) -> queues.put("queue by " + name, queue(order)));
    return queues;
  }

  @SuppressWarnings("removal") // sessions outlive what Spring removes
  private static Map<String, Comparator<?>> orders() {
    return Map.of(
        "BeanComparator",
        new BeanComparator<>("name"),
        "PropertyComparator",
        new PropertyComparator<>("name", true, true),
        "UsingToStringOrdering",
        Ordering.usingToString(),
        "ObjectToStringComparator",
        ObjectToStringComparator.INSTANCE);
  }

  private static Object queue(Comparator<?> order) {
    PriorityQueue<Object> queue = new PriorityQueue<>(2, cast(order));
    queue.add(new Canary("a"));
    queue.add(new Canary("b"));
    return queue;
  }

  @SuppressWarnings("unchecked")
  private static Comparator<Object> cast(Comparator<?> order) {
    return (Comparator<Object>) order;
  }

  private static Map<String, Object> all() {
    Map<String, Object> graphs = running();
    orders()
        .forEach(
            (name, order) -> {
              TreeMap<Object, Object> map = new TreeMap<>(cast(order));
              map.put(new Canary("a"), "v");
              graphs.put("map by " + name, map);
              graphs.put("set by " + name, new TreeSet<>(map.navigableKeySet()));
            });
    graphs.put("POJONode", new POJONode(new Canary("a")));
    graphs.put("handler of events", made(HANDLER, new Canary("a"), "getName", new String[0]));
    graphs.put("class of a comparator", BeanComparator.class);
    graphs.put("array of comparators", new BeanComparator<?, ?>[0]);
    return graphs;
  }

  private static Object made(String className, Object... arguments) {
    try {
      Constructor<?> constructor =
          Stream.of(Class.forName(className).getDeclaredConstructors())
              .filter(any -> any.getParameterCount() == arguments.length)
              .findFirst()
              .orElseThrow();
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Transcoder transcoder(Serializer serializer, ApplicationClasses own) {
    return serializer.transcoder(TranscoderContext.of(UnlistedFilter.create(APPLICATION, own, "")));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenTheLibraryIsOnlyBroughtAlongThenNothingOfItRuns() {
    return each(all(), BroughtAlongTest::checkRefused);
  }

  private static void checkRefused(Serializer serializer, Object graph, byte[] bytes) {
    TranscoderException e =
        assertThrows(TranscoderException.class, () -> transcoder(serializer, OWN).decode(bytes));

    assertEquals(Reason.REJECTED_CLASS, e.reason(), e.getMessage());
    assertFalse(Canary.sang);
    assertRefusedOnWriting(serializer, graph);
  }

  private static void assertRefusedOnWriting(Serializer serializer, Object graph) {
    Map<String, Object> session = new HashMap<>(Map.of("attribute", graph));

    TranscoderException e =
        assertThrows(TranscoderException.class, () -> transcoder(serializer, OWN).encode(session));

    String message = String.valueOf(e.getMessage());
    assertEquals(Reason.REJECTED_CLASS, e.reason(), message);
    assertTrue(message.contains("allowedClasses=\""), message);
  }

  /** Else the graphs would prove nothing. */
  @TestFactory
  Stream<DynamicTest> decodeWhenAllClassesAreAllowedThenTheLibraryRuns() {
    return each(running(), BroughtAlongTest::checkRuns);
  }

  private static void checkRuns(Serializer serializer, Object graph, byte[] bytes) {
    transcoder(serializer, type -> true).decode(bytes);

    assertTrue(Canary.sang);
  }

  private interface Check {
    void of(Serializer serializer, Object graph, byte[] bytes);
  }

  private static Stream<DynamicTest> each(Map<String, Object> graphs, Check check) {
    List<DynamicTest> tests = new ArrayList<>();
    graphs.forEach(
        (name, graph) -> {
          int before = tests.size();
          for (Serializer serializer : Serializer.ALL) {
            byte[] bytes = written(serializer, graph);
            if (bytes.length > 0) {
              tests.add(
                  DynamicTest.dynamicTest(
                      name + ", " + serializer,
                      () -> {
                        Canary.sang = false;
                        check.of(serializer, graph, bytes);
                      }));
            }
          }
          assertTrue(tests.size() > before, () -> name + " can be written by none");
        });
    return tests.stream();
  }

  /** Empty if this serializer cannot express the graph at all. */
  private static byte[] written(Serializer serializer, Object graph) {
    try {
      return transcoder(serializer, type -> true).encode(graph);
    } catch (TranscoderException e) {
      assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
      return new byte[0];
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.google.common.collect.UsingToStringOrdering",
        "groovy.lang.GroovyShell",
        "groovy.util.Expando",
        "org.apache.commons.beanutils2.BeanComparator",
        "org.apache.commons.beanutils2.BeanMap",
        "org.apache.commons.collections4.functors.InvokerTransformer",
        "org.apache.commons.lang3.event.EventUtils$EventBindingInvocationHandler",
        "org.apache.ibatis.datasource.jndi.JndiDataSourceFactory",
        "org.apache.ibatis.executor.loader.cglib.CglibSerialStateHolder",
        "org.apache.ibatis.executor.loader.javassist.JavassistSerialStateHolder",
        "org.aspectj.weaver.tools.cache.SimpleCache$StoreableCachingMap",
        "org.springframework.context.support.ClassPathXmlApplicationContext",
        "org.springframework.expression.spel.standard.SpelExpression"
      })
  void resolveWhenTheLibraryIsOnlyBroughtAlongThenRejects(String name) {
    TranscoderException e =
        assertThrows(
            TranscoderException.class,
            () -> UnlistedFilter.create(APPLICATION, OWN, "").resolve(name));

    assertEquals(Reason.REJECTED_CLASS, e.reason(), e.getMessage());
  }

  /** Of the application; sings when it is looked at. */
  @SuppressWarnings("serial")
  public static final class Canary implements java.io.Serializable {

    private static volatile boolean sang;

    private final String name;

    Canary(String name) {
      this.name = name;
    }

    /** What comparators of beans ask for. */
    public String getName() {
      sang = true;
      return name;
    }

    @Override
    public String toString() {
      sang = true;
      return name;
    }
  }
}
