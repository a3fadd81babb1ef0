package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every kind of attribute is either equal after a round trip or refused when it is written; which
 * are refused is listed by the subclass.
 */
public abstract class FidelityKit {

  private final Transcoder transcoder = factory().create(context());

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** The names of the kinds that this serializer refuses to write. */
  protected abstract Set<String> refused();

  /** All kinds, with names that are unique. */
  public static List<Kind> kinds() {
    return KindGroup.ofTheJdkAndApplications().stream()
        .flatMap(group -> group.kinds().stream())
        .toList();
  }

  private static TranscoderContext context() {
    return TranscoderContext.of(Filters.ofLoader(FidelityKit.class.getClassLoader(), ""));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenKindIsAloneThenIsEqualOrWasRefused() {
    return kinds().stream()
        .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> check(kind, false)));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenKindIsAnAttributeThenIsEqualOrWasRefused() {
    return kinds().stream()
        .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> check(kind, true)));
  }

  private void check(Kind kind, boolean asAttribute) {
    Object original = kind.sample().get();
    Map<String, Object> session = new LinkedHashMap<>(Map.of("attribute", original));
    Object graph = asAttribute ? session : original;
    if (refused().contains(kind.name())) {
      TranscoderException refusal =
          assertThrows(TranscoderException.class, () -> transcoder.encode(graph));
      String message = String.valueOf(refusal.getMessage());
      assertTrue(message.contains("class "), message);
      assertTrue(!asAttribute || message.contains("[\"attribute\"]"), message);
      return;
    }

    byte[] bytes = transcoder.encode(graph);
    Object decoded = transcoder.decode(bytes);
    byte[] again = transcoder.encode(graph);

    Object copy = asAttribute ? ((Map<?, ?>) decoded).get("attribute") : decoded;
    assertTrue(kind.same().test(original, copy), () -> "silently different: " + copy);
    assertArrayEquals(bytes, again, "unchanged graphs must yield equal bytes");
  }

  @Test
  void decodeWhenAllKindsShareOneSessionThenEachIsEqual() {
    Map<String, Object> session = new LinkedHashMap<>();
    List<Kind> kinds = kinds().stream().filter(k -> !refused().contains(k.name())).toList();
    kinds.forEach(kind -> session.put(kind.name(), kind.sample().get()));

    Map<?, ?> decoded = (Map<?, ?>) transcoder.decode(transcoder.encode(session));

    Set<String> different = new TreeSet<>();
    for (Kind kind : kinds) {
      Object copy = decoded.get(kind.name());
      if (copy == null || !kind.same().test(session.get(kind.name()), copy)) {
        different.add(kind.name());
      }
    }
    assertEquals(Set.of(), different);
  }

  @Test
  void refusedWhenComparedWithKindsThenEachIsOne() {
    Set<String> unknown = new TreeSet<>(refused());

    kinds().forEach(kind -> unknown.remove(kind.name()));

    assertEquals(Set.of(), unknown);
  }

  @Test
  void decodeWhenKeyHoldsTheTablesItIsInThenTheyFindIt() {
    Samples.Member member = new Samples.Member("n");
    member.all.add(member);
    member.all.add(new Samples.Member("other"));
    member.byMember.put(member, "v");

    Samples.Member read = (Samples.Member) transcoder.decode(transcoder.encode(member));

    assertTrue(read.all.contains(read));
    assertEquals("v", read.byMember.get(read));
    assertEquals(2, read.all.size());
  }

  @Test
  void decodeWhenHashCodeIsThatOfASetNotYetFilledThenTheTableFindsIt() {
    Samples.Member member = new Samples.Member("n");
    Set<Object> outer = new HashSet<>(Set.of(member));
    member.all.add(new Samples.Mirror(outer));

    Set<?> read = (Set<?>) transcoder.decode(transcoder.encode(outer));

    Samples.Member found = (Samples.Member) read.iterator().next();
    assertTrue(found.all.contains(found.all.iterator().next()));
  }
}
