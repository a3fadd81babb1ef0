package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.SnapshotCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The second version was written before the two records went apart, the others after by others. */
class RecordMergerTest {

  private static final long UNIT = 1L << 20;
  private static final long OLD = 2 * UNIT;
  private static final long ONE = 3 * UNIT + 1;
  private static final long OTHER = 4 * UNIT + 2;

  private final SnapshotCodec codec =
      new SnapshotCodec(
          new JdkTranscoder(),
          new ContextLoader(getClass().getClassLoader()),
          new SessionMetrics(false));
  private Granularity granularity = Granularity.ATTRIBUTE;

  @ParameterizedTest
  @EnumSource
  void joinWhenEachChangedItsOwnThenBoth(Granularity each) {
    granularity = each;
    SessionSnapshot one = record(ONE, Map.of("a", "1", "b", "0"), Map.of("a", ONE));
    SessionSnapshot other = record(OTHER, Map.of("a", "0", "b", "2"), Map.of("b", OTHER));

    assertEquals(Map.of("a", "1", "b", "2"), joined(one, other));
  }

  @ParameterizedTest
  @EnumSource
  void joinWhenOneAddedThenItIsThere(Granularity each) {
    granularity = each;
    SessionSnapshot one = record(ONE, Map.of("a", "1"), Map.of("a", ONE));
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    assertEquals(Map.of("a", "1", "b", "2"), joined(one, other));
  }

  @ParameterizedTest
  @EnumSource
  void joinWhenOneRemovedThenItIsGone(Granularity each) {
    granularity = each;
    SessionSnapshot one = record(ONE, Map.of("a", "0"), Map.of("a", OLD));
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    assertEquals(Map.of("b", "2"), joined(one, other));
  }

  @Test
  void joinWhenOneRemovedWhatIsOlderThanAllThatIsNamedThenItIsGone() {
    SessionSnapshot one = record(ONE, Map.of(), Map.of());
    SessionSnapshot other = record(OTHER, Map.of("a", "0", "b", "2"), Map.of("b", OTHER));

    assertEquals(Map.of("b", "2"), joined(one, other));
  }

  @Test
  void joinWhenBothChangedTheSameThenTheLargerVersionCounts() {
    SessionSnapshot one = record(ONE, Map.of("a", "1"), Map.of("a", ONE));
    SessionSnapshot other = record(OTHER, Map.of("a", "2"), Map.of("a", OTHER));

    assertEquals(Map.of("a", "2"), joined(one, other));
  }

  /** Whether it is a change that the other does not know is forgotten: rather too much stays. */
  @Test
  void joinWhenOneHasWhatMayBeNewsThenItStays() {
    SessionSnapshot one = settled(record(ONE, Map.of("a", "1"), Map.of()), ONE);
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    assertEquals(Map.of("a", "1", "b", "2"), joined(one, other));
  }

  @Test
  void joinWhenOneRemovedWhatBothHadSettledThenItIsGone() {
    SessionSnapshot one = settled(record(ONE, Map.of("a", "0"), Map.of()), UNIT);
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    assertEquals(Map.of("b", "2"), joined(one, other));
  }

  /** The newer record has forgotten whether it changed the attribute; the older one surely did. */
  @Test
  void joinWhenOneSurelyChangedWhatTheOtherPerhapsDidThenThatCounts() {
    SessionSnapshot one = record(ONE, Map.of("a", "1"), Map.of("a", ONE));
    SessionSnapshot other = settled(record(OTHER, Map.of("a", "0"), Map.of()), OTHER);

    assertEquals(Map.of("a", "1"), joined(one, other));
  }

  /** The change got no answer, and another Tomcat wrote on for long. */
  @Test
  void joinWhenOneWasOvertakenByAnyNumberOfRecordsThenItsChangeIsThere() {
    SessionSnapshot one = record(ONE, Map.of("a", "1"), Map.of("a", ONE));
    VersionHistory far = new VersionHistory(OLD, List.of());
    for (int i = 3; i < 300; i++) {
      far = far.next(i * UNIT + 2);
    }
    SessionSnapshot other = record(far, Map.of("b", "2"), Map.of("b", far.version()));

    assertEquals(Map.of("a", "1", "b", "2"), joined(one, other));
  }

  @Test
  void joinWhenOneLoggedInThenTheUserIsThere() {
    SessionSnapshot one = loggedIn(record(ONE, Map.of(), Map.of()));
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    assertEquals("FORM", join(one, other).authType());
  }

  // ---- the container's notes ----

  @Test
  void joinWhenTheOlderChangedTheNotesThenTheyAreThere() {
    SessionSnapshot one = noted(record(ONE, Map.of(), Map.of()), "interrupted");
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    SessionSnapshot both = join(one, other);

    assertEquals(bytes("interrupted"), both.notes());
    assertEquals(ONE, both.origins().of(FieldVersions.NOTES));
    assertEquals(Map.of("b", "2"), attributes(both));
  }

  @Test
  void joinWhenTheOlderRemovedTheNotesThenThereAreNone() {
    SessionSnapshot one = noted(record(ONE, Map.of(), Map.of()), "");
    SessionSnapshot other = withNotes(record(OTHER, Map.of(), Map.of()), "interrupted");

    assertEquals(Bytes.EMPTY, join(one, other).notes());
  }

  /** By a request that logs in without any notes, such as one with a header for it. */
  @Test
  void joinWhenTheNewerLoggedInThenTheNotesOfTheOlderAreThereAsWell() {
    SessionSnapshot one = noted(record(ONE, Map.of(), Map.of()), "interrupted");
    SessionSnapshot other = loggedIn(record(OTHER, Map.of(), Map.of()));

    SessionSnapshot both = join(one, other);

    assertEquals("FORM", both.authType());
    assertEquals(bytes("interrupted"), both.notes());
  }

  /** The note of a single sign-on belongs to the user. */
  @Test
  void joinWhenBothChangedTheNotesAndOneLoggedInThenTheNotesAreThoseOfTheLogin() {
    SessionSnapshot one = noted(loggedIn(record(ONE, Map.of(), Map.of())), "signed on");
    SessionSnapshot other = noted(record(OTHER, Map.of(), Map.of()), "interrupted");

    SessionSnapshot both = join(one, other);

    assertEquals("FORM", both.authType());
    assertEquals(bytes("signed on"), both.notes());
  }

  @Test
  void joinWhenBothChangedTheNotesThenTheLargerVersionCounts() {
    SessionSnapshot one = noted(record(ONE, Map.of(), Map.of()), "one");
    SessionSnapshot other = noted(record(OTHER, Map.of(), Map.of()), "other");

    assertEquals(bytes("other"), join(one, other).notes());
  }

  /** A Tomcat of a version that names no version of the notes has stored the older one. */
  @Test
  void joinWhenTheOlderLoggedInAndDoesNotNameTheNotesThenTheyAreThoseOfTheLogin() {
    SessionSnapshot one = withNotes(loggedIn(record(ONE, Map.of(), Map.of())), "signed on");
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    assertEquals(bytes("signed on"), join(one, other).notes());
  }

  @Test
  void joinWhenTheNotesWereChangedBeforeAllThatIsNamedThenTheyAreThereAndMayBeNews() {
    SessionSnapshot one = withNotes(settled(record(ONE, Map.of(), Map.of()), ONE), "interrupted");
    SessionSnapshot other = record(OTHER, Map.of("b", "2"), Map.of("b", OTHER));

    assertEquals(bytes("interrupted"), join(one, other).notes());
  }

  @Test
  void joinWhenEitherWayRoundThenTheSame() {
    SessionSnapshot one = record(ONE, Map.of("a", "1", "c", "0"), Map.of("a", ONE, "c", OLD));
    SessionSnapshot other = record(OTHER, Map.of("a", "2"), Map.of("a", OTHER));

    assertEquals(join(one, other), join(other, one));
  }

  @Test
  void joinWhenJoinedAgainWithOneOfThemThenNothingChanges() {
    SessionSnapshot one = record(ONE, Map.of("a", "1", "b", "0"), Map.of("a", ONE));
    SessionSnapshot other = record(OTHER, Map.of("a", "0", "b", "2"), Map.of("b", OTHER));
    SessionSnapshot both = join(one, other);

    assertEquals(attributes(both), joined(both, one));
    assertEquals(attributes(both), joined(other, both));
  }

  @Test
  void joinWhenOneCannotBeDecodedThenNull() {
    granularity = Granularity.SESSION;
    SessionSnapshot one = record(ONE, Map.of("a", "1"), Map.of("a", ONE));
    SessionSnapshot broken =
        with(one, OTHER, new EncodedAttributes.Together(Bytes.wrap(new byte[] {1})));

    assertNull(crossed().join(one, broken));
  }

  private RecordMerger crossed() {
    return new RecordMerger(codec, granularity);
  }

  private SessionSnapshot join(SessionSnapshot one, SessionSnapshot other) {
    return Objects.requireNonNull(crossed().join(one, other));
  }

  private Map<String, Object> joined(SessionSnapshot one, SessionSnapshot other) {
    return attributes(join(one, other));
  }

  private Map<String, Object> attributes(SessionSnapshot snapshot) {
    return new TreeMap<>(codec.decode(snapshot.attributes()));
  }

  private SessionSnapshot record(
      long version, Map<String, String> attributes, Map<String, Long> origins) {
    return record(new VersionHistory(version, List.of(OLD)), attributes, origins);
  }

  private static SessionSnapshot settled(SessionSnapshot snapshot, long version) {
    return new SessionSnapshot(
        snapshot.id(),
        snapshot.lineage(),
        new FieldVersions(0, 0, snapshot.origins().attributes(), version),
        snapshot.times(),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        snapshot.attributes());
  }

  private SessionSnapshot record(
      VersionHistory lineage, Map<String, String> attributes, Map<String, Long> origins) {
    return new SessionSnapshot(
        new SessionId("s"),
        lineage,
        new FieldVersions(0, 0, new TreeMap<>(origins), 0),
        new SessionTimes(1, 2, 3, 4),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        encoded(attributes));
  }

  private EncodedAttributes encoded(Map<String, String> attributes) {
    SessionId id = new SessionId("s");
    if (granularity == Granularity.SESSION) {
      return codec.encode(id, new TreeMap<>(attributes));
    }
    Map<String, Bytes> graphs = new TreeMap<>();
    attributes.forEach(
        (name, value) ->
            graphs.put(name, Objects.requireNonNull(codec.encodeAttribute(id, name, value))));
    return new EncodedAttributes.Apart(graphs);
  }

  private static SessionSnapshot with(
      SessionSnapshot snapshot, long version, EncodedAttributes attributes) {
    return new SessionSnapshot(
        snapshot.id(),
        new VersionHistory(version, List.of(OLD)),
        FieldVersions.NONE,
        snapshot.times(),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        attributes);
  }

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** With notes that this version changed. */
  private static SessionSnapshot noted(SessionSnapshot snapshot, String notes) {
    TreeMap<String, Long> named = new TreeMap<>(snapshot.origins().attributes());
    named.put(FieldVersions.NOTES, snapshot.version());
    FieldVersions origins = snapshot.origins();
    return withNotes(
        new SessionSnapshot(
            snapshot.id(),
            snapshot.lineage(),
            new FieldVersions(origins.user(), origins.interval(), named, origins.settled()),
            snapshot.times(),
            snapshot.authType(),
            snapshot.principal(),
            snapshot.notes(),
            snapshot.attributes()),
        notes);
  }

  private static SessionSnapshot withNotes(SessionSnapshot snapshot, String notes) {
    return new SessionSnapshot(
        snapshot.id(),
        snapshot.lineage(),
        snapshot.origins(),
        snapshot.times(),
        snapshot.authType(),
        snapshot.principal(),
        bytes(notes),
        snapshot.attributes());
  }

  private static SessionSnapshot loggedIn(SessionSnapshot snapshot) {
    return new SessionSnapshot(
        snapshot.id(),
        snapshot.lineage(),
        new FieldVersions(snapshot.version(), 0, snapshot.origins().attributes(), 0),
        snapshot.times(),
        "FORM",
        Bytes.EMPTY,
        Bytes.EMPTY,
        snapshot.attributes());
  }
}
