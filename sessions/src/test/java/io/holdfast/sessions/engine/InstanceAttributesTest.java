package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attributes that no record has, because a filter keeps them from the store. */
final class InstanceAttributesTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF");

  private final SnapshotCodec codec =
      new SnapshotCodec(
          new JdkTranscoder(),
          new ContextLoader(getClass().getClassLoader()),
          new SessionMetrics(true));

  @ParameterizedTest
  @EnumSource
  void keepUnstoredWhenThereWasAFormerInstanceThenWhatTheFilterKeepsBackStays(
      Granularity granularity) {
    InstanceAttributes former =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    List<String> value = List.of("here");
    former.put("local", value);
    former.put("fruit", "apple");
    InstanceAttributes fresh =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);

    fresh.keepUnstored(former, InstanceAttributesTest::isStored);

    assertEquals(Set.of("local"), Set.copyOf(fresh.keySet()));
    assertFalse(fresh.mayHaveChanged());
    assertSame(value, fresh.get("local"));
  }

  @ParameterizedTest
  @EnumSource
  void encodeWhenAnAttributeIsKeptBackThenItIsNotInTheRecord(Granularity granularity) {
    InstanceAttributes attributes =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    attributes.put("local", "here");
    attributes.put("fruit", "apple");

    EncodedAttributes encoded =
        attributes.encode(ID, InstanceAttributesTest::isStored, () -> true, true).attributes();

    assertEquals(Map.of("fruit", "apple"), codec.decode(encoded));
    assertEquals("here", attributes.get("local"));
  }

  @ParameterizedTest
  @EnumSource
  void leaveOutWhenARecordHasMoreThanItMayThenThatIsGoneWithTheNextRecord(Granularity granularity) {
    InstanceAttributes before =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    before.put("local", "there");
    before.put("fruit", "apple");
    EncodedAttributes stored =
        before.encode(ID, (name, value) -> true, () -> true, true).attributes();
    InstanceAttributes fresh = new InstanceAttributes(codec, granularity, stored, false);

    fresh.leaveOut("local"::equals);

    assertNull(fresh.get("local"));
    assertFalse(fresh.mayHaveChanged());
    fresh.put("fruit", "pear");
    assertEquals(
        Map.of("fruit", "pear"),
        codec.decode(
            fresh.encode(ID, InstanceAttributesTest::isStored, () -> true, true).attributes()));
  }

  @ParameterizedTest
  @EnumSource
  void ignoreChangesOfWhenTheContainerSetsReadsAndRemovesItsOwnThenNothingHasChanged(
      Granularity granularity) {
    InstanceAttributes attributes =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    attributes.ignoreChangesOf("local");
    List<Object> value = new ArrayList<>();

    attributes.put("local", value);
    assertSame(value, attributes.get("local"));
    assertFalse(attributes.mayHaveChanged());
    assertSame(value, attributes.remove("local"));

    assertFalse(attributes.mayHaveChanged());
    assertEquals(0, attributes.sets());
  }

  private static boolean isStored(String name, Object value) {
    return !name.equals("local");
  }
}
