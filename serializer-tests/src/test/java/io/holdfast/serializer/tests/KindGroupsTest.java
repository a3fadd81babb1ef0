package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class KindGroupsTest {

  @Test
  void namesWhenListedThenAreUnique() {
    List<String> names = KindGroups.kinds().stream().map(Kind::name).toList();

    Stream<String> distinct = names.stream().distinct();

    assertEquals(names, distinct.toList());
  }
}
