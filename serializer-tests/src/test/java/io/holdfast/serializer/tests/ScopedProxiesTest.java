package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.Scope;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.annotation.SessionScope;

/** Beans of session scope that were given others, with Spring itself. */
final class ScopedProxiesTest {

  private static final String PRESET = "@spring-mvc";

  /** By a class of Spring's that extends it. */
  @SessionScope
  static class Basket implements Serializable {

    private static final long serialVersionUID = 1L;

    private final List<String> items = new ArrayList<>();

    /** Not private, so that the proxy has it. */
    void add(String item) {
      items.add(item);
    }

    List<String> items() {
      return items;
    }
  }

  interface Prices {
    int of(String item);
  }

  /** By a proxy of the JDK, whose interface is all that others see. */
  @SessionScope(proxyMode = ScopedProxyMode.INTERFACES)
  static class Offers implements Prices, Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public int of(String item) {
      return item.length();
    }
  }

  @SessionScope
  static class Checkout implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Basket basket;
    private final Prices prices;
    private final List<Object> both;

    Checkout(Basket basket, Prices prices) {
      this.basket = basket;
      this.prices = prices;
      this.both = new ArrayList<>(List.of(basket, prices, basket));
    }
  }

  /** In place of the one that needs a request. */
  private static final class OneSession implements Scope {

    private final Map<String, Object> attributes = new HashMap<>();

    @Override
    public Object get(String name, ObjectFactory<?> maker) {
      Object known = attributes.get(name);
      if (known == null) {
        known = maker.getObject();
        attributes.put(name, known);
      }
      return known;
    }

    @Override
    public @Nullable Object remove(String name) {
      return attributes.remove(name);
    }

    @Override
    public void registerDestructionCallback(String name, Runnable callback) {}
  }

  private static AnnotationConfigApplicationContext start(Class<?>... beans) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.setId("shop");
    context.getBeanFactory().registerScope(WebApplicationContext.SCOPE_SESSION, new OneSession());
    for (Class<?> bean : beans) {
      context.registerBean(bean.getSimpleName(), bean);
    }
    context.refresh();
    return context;
  }

  private static AnnotationConfigApplicationContext start() {
    return start(Basket.class, Offers.class, Checkout.class);
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenBeanHasProxiesThenTheyAreThoseOfTheApplicationThatReads(Serializer serializer) {
    byte[] bytes;
    Object former;
    try (AnnotationConfigApplicationContext context = start()) {
      former = context.getBean("Basket");
      bytes = serializer.transcoder(PRESET).encode(context.getBean("scopedTarget.Checkout"));
    }
    try (AnnotationConfigApplicationContext context = start()) {
      Checkout read = (Checkout) serializer.transcoder(PRESET).decode(bytes);

      assertSame(context.getBean("Basket"), read.basket);
      assertNotSame(former, read.basket);
      assertSame(context.getBean("Offers"), read.prices);
      assertSame(read.basket, read.both.get(0));
      assertSame(read.basket, read.both.get(2));
      read.basket.add("pear");
      assertEquals(List.of("pear"), context.getBean(Basket.class).items());
      assertEquals(4, read.prices.of("pear"));
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenApplicationIsNotUpThenIsRefused(Serializer serializer) {
    byte[] bytes;
    try (AnnotationConfigApplicationContext context = start()) {
      bytes = serializer.transcoder(PRESET).encode(context.getBean("scopedTarget.Checkout"));
    }
    assertUnreadable(serializer, bytes);
  }

  /** Whatever the bytes name, no other bean is handed out. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenTheNamedBeanIsNoProxyThenIsRefused(Serializer serializer) {
    byte[] bytes;
    try (AnnotationConfigApplicationContext context = start()) {
      bytes =
          serializer.transcoder(PRESET).encode(new ArrayList<>(List.of(context.getBean("Basket"))));
    }
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.setId("shop");
      context.registerBean("Basket", String.class, () -> "the application's own");
      context.refresh();

      assertUnreadable(serializer, bytes);
    }
  }

  private static void assertUnreadable(Serializer serializer, byte[] bytes) {
    Transcoder transcoder = serializer.transcoder(PRESET);

    TranscoderException e = assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));

    assertEquals(Reason.UNREADABLE, e.reason(), e.getMessage());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenProxiesAreNotAllowedThenTheInterfaceIsNamed(Serializer serializer) {
    try (AnnotationConfigApplicationContext context = start()) {
      Object bean = context.getBean("scopedTarget.Checkout");
      Transcoder transcoder = serializer.transcoder("!org.springframework.aop.scope.*");

      TranscoderException e =
          assertThrows(TranscoderException.class, () -> transcoder.encode(bean));

      String message = String.valueOf(e.getMessage());
      assertEquals(Reason.REJECTED_CLASS, e.reason(), message);
      assertTrue(message.contains("org.springframework.aop.scope.ScopedObject"), message);
    }
  }
}
