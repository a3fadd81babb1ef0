package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Ways back to an object that exists only when its parts are read, and what a parent holds that is
 * not Serializable: each is right, or refused, or what docs/serializers.md says.
 */
@SuppressWarnings("serial")
final class CyclesTest {

  private static final Serializer JAVA = Serializer.ALL.get(0);

  /** Holds anything, a way back for example. */
  private static final class Bean implements Serializable {

    private static final long serialVersionUID = 1L;

    private @Nullable Object other;
  }

  /** Is written as another object. */
  private static final class Team implements Serializable {

    private static final long serialVersionUID = 1L;

    private final List<Object> members;

    Team(List<Object> members) {
      this.members = members;
    }

    private Object writeReplace() {
      return new FormOfTeam(members);
    }
  }

  private static final class FormOfTeam implements Serializable {

    private static final long serialVersionUID = 1L;

    private final List<Object> members;

    FormOfTeam(List<Object> members) {
      this.members = members;
    }

    private Object readResolve() {
      return new Team(members);
    }
  }

  /** Holds nothing but a team. */
  private static final class Member implements Serializable {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedVariable")
    private @Nullable Team team;
  }

  /** Is written by its number, without the order that leads back to it. */
  private static final class Customer implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int number;
    private @Nullable Order last;

    Customer(int number) {
      this.number = number;
    }

    private Object writeReplace() {
      return new NumberOfCustomer(number);
    }
  }

  private static final class NumberOfCustomer implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int number;

    NumberOfCustomer(int number) {
      this.number = number;
    }

    private Object readResolve() {
      return new Customer(number);
    }
  }

  private static final class Order implements Serializable {

    private static final long serialVersionUID = 1L;

    private @Nullable Customer customer;
  }

  private static TranscoderException refusal(Transcoder transcoder, Object attribute) {
    return assertThrows(
        TranscoderException.class, () -> transcoder.encode(new HashMap<>(Map.of("a", attribute))));
  }

  private static Map<String, Function<Bean, Object>> immutable() {
    Map<String, Function<Bean, Object>> all = new LinkedHashMap<>();
    all.put("List.of one", bean -> List.of(bean));
    all.put("List.of three", bean -> List.of(1, bean, 3));
    all.put("List.copyOf", bean -> List.copyOf(new ArrayList<>(List.of(bean, bean, 3))));
    all.put("Set.of", bean -> Set.of(bean));
    all.put("Map.of", bean -> Map.of("k", bean));
    all.put("Map.ofEntries", bean -> Map.ofEntries(Map.entry("k", bean), Map.entry("l", 1)));
    return all;
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenAnImmutableCollectionLeadsBackToItselfThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    immutable()
        .forEach(
            (name, make) -> {
              byte[] harmless = transcoder.encode(make.apply(new Bean()));
              assertTrue(harmless.length > 0);
              Bean bean = new Bean();
              Object collection = make.apply(bean);
              bean.other = collection;

              TranscoderException e = refusal(transcoder, collection);

              String message = name + ": " + e.getMessage();
              assertEquals(Reason.UNWRITABLE, e.reason(), message);
              assertTrue(message.contains("[\"a\"]"), message);
            });
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeApartWhenAnImmutableCollectionLeadsBackToItselfThenIsRefused(Serializer serializer) {
    Bean bean = new Bean();
    List<Object> list = List.of(bean);
    bean.other = list;

    assertThrows(
        TranscoderException.class,
        () -> serializer.transcoder().encodeApart(List.of("good", list)));
  }

  /** An object that is there before the collection is no way back to it. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenABeanIsInACollectionOfItsOwnThenItStillIs(Serializer serializer) {
    Bean bean = new Bean();
    bean.other = List.of(bean, 1);
    Transcoder transcoder = serializer.transcoder();

    Bean read = (Bean) transcoder.decode(transcoder.encode(bean));

    assertSame(read, assertInstanceOf(List.class, read.other).get(0));
  }

  /** A way back to what is around the collection is none to the collection. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenACycleGoesAroundAnImmutableCollectionThenIsTheSame(Serializer serializer) {
    Bean inner = new Bean();
    List<Object> list = List.of(inner, 1);
    List<Object> outer = new ArrayList<>(List.of(list, list, List.of()));
    Transcoder transcoder = serializer.transcoder();
    inner.other = outer;

    List<?> read = (List<?>) transcoder.decode(transcoder.encode(outer));

    List<?> first = (List<?>) read.get(0);
    assertSame(read, ((Bean) first.get(0)).other);
    assertEquals(1, first.get(1));
  }

  @Test
  void decodeWhenACycleLeadsThroughAnUnmodifiableListThenJavaKeepsIt() {
    Bean bean = new Bean();
    bean.other = Collections.unmodifiableList(new ArrayList<>(List.of(bean)));
    Transcoder transcoder = JAVA.transcoder();

    Bean read = (Bean) transcoder.decode(transcoder.encode(bean));

    assertSame(read, assertInstanceOf(List.class, read.other).get(0));
  }

  private static List<Function<List<Object>, List<Object>>> wrappers() {
    return List.of(Collections::unmodifiableList, Collections::synchronizedList);
  }

  /** What stands in the stream for such a list is of another class. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenACycleStartsAtAWrappedListThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    for (Function<List<Object>, List<Object>> wrapper : wrappers()) {
      Bean bean = new Bean();
      List<Object> list = wrapper.apply(new ArrayList<>(List.of(bean)));
      byte[] harmless = transcoder.encode(list);
      assertTrue(harmless.length > 0);
      bean.other = list;

      TranscoderException e = refusal(transcoder, list);

      String message = String.valueOf(e.getMessage());
      assertEquals(Reason.UNWRITABLE, e.reason(), message);
      assertTrue(message.contains(list.getClass().getName()), message);
      assertTrue(message.contains("[\"a\"]"), message);
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenAWrappedListIsThereTwiceThenItIsOne(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    for (Function<List<Object>, List<Object>> wrapper : wrappers()) {
      Bean bean = new Bean();
      bean.other = wrapper.apply(new ArrayList<>(List.of(1, 2)));
      List<Object> written = new ArrayList<>(List.of(bean.other, bean));

      List<?> read = (List<?>) transcoder.decode(transcoder.encode(written));

      assertSame(read.get(0), ((Bean) read.get(1)).other);
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenACycleLeadsThroughAStandInThenIsRefusedOrJavaLeavesTheStandIn(
      Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    Bean bean = new Bean();
    Team team = new Team(new ArrayList<>(List.of(bean)));
    bean.other = team;
    if (!serializer.title().equals("java")) {
      assertEquals(Reason.UNWRITABLE, refusal(transcoder, team).reason());
      return;
    }

    Team read = (Team) transcoder.decode(transcoder.encode(team));

    Bean member = (Bean) read.members.get(0);
    assertInstanceOf(FormOfTeam.class, member.other);
  }

  /** What has no place for the stand-in cannot be read, and each graph may be the first such. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenTheStandInHasNoPlaceInACycleThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    Member alone = new Member();
    alone.team = new Team(new ArrayList<>());
    assertInstanceOf(
        Map.class, transcoder.decode(transcoder.encode(new HashMap<>(Map.of("a", alone)))));
    Member member = new Member();
    Team team = new Team(new ArrayList<>(List.of(member)));
    member.team = team;

    TranscoderException e = refusal(transcoder, team);

    assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenTheStandInLeavesOutTheWayBackThenIsRead(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    Customer customer = new Customer(7);
    Order order = new Order();
    order.customer = customer;
    customer.last = order;

    Order read = (Order) transcoder.decode(transcoder.encode(order));

    Customer again = read.customer;
    assertEquals(7, again == null ? 0 : again.number);
    assertSame(null, again == null ? order : again.last);
  }

  /** Not Serializable, and with a constructor that JDK serialization can call. */
  private static class Parent {

    String inherited = "of the constructor";

    Parent() {}
  }

  private static final class Child extends Parent implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String own;

    Child(String own) {
      this.own = own;
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenAParentIsNotSerializableThenOnlyJavaLosesItsFields(Serializer serializer) {
    Child child = new Child("own");
    child.inherited = "changed";
    Transcoder transcoder = serializer.transcoder();

    Child read = (Child) transcoder.decode(transcoder.encode(child));

    assertEquals("own", read.own);
    assertEquals(
        serializer.title().equals("java") ? "of the constructor" : "changed", read.inherited);
  }
}
