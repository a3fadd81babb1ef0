package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.serializer.tests.Reading.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads what was written elsewhere and compares it with what this virtual machine makes afresh. */
final class ReadingSide {

  private static final Map<String, Kind> KINDS =
      KindGroups.kinds().stream().collect(Collectors.toMap(Kind::name, Function.identity()));

  private ReadingSide() {}

  /** Reads all that were not refused. */
  static List<Reading> readings(List<Encoding> encodings) {
    List<Reading> readings = new ArrayList<>();
    for (Serializer serializer : Serializer.ALL) {
      Transcoder transcoder = serializer.transcoder();
      List<Kind> accepted = new ArrayList<>();
      for (Encoding encoding : encodings) {
        if (encoding.serializer().equals(serializer.title()) && !encoding.isRefused()) {
          Kind kind = kind(encoding.kind(), accepted);
          readings.add(reading(encoding, transcoder, kind, accepted));
          accepted.add(kind);
        }
      }
    }
    return readings;
  }

  private static Kind kind(String name, List<Kind> accepted) {
    return name.equals(OneSession.NAME)
        ? OneSession.of(List.copyOf(accepted))
        : Objects.requireNonNull(KINDS.get(name), name);
  }

  private static Reading reading(
      Encoding encoding, Transcoder transcoder, Kind kind, List<Kind> before) {
    Object copy;
    try {
      copy = transcoder.decode(encoding.accepted().toByteArray());
    } catch (RuntimeException e) {
      // Of whatever type: it must be in the report beside the others.
      return new Reading(encoding.serializer(), kind.name(), Result.UNREADABLE, e.toString());
    }
    Object original = kind.sample().get();
    return kind.same().test(original, copy)
        ? new Reading(encoding.serializer(), kind.name(), Result.EQUAL, "")
        : new Reading(
            encoding.serializer(),
            kind.name(),
            Result.DIFFERENT,
            difference(kind, before, original, copy));
  }

  private static String difference(Kind kind, List<Kind> before, Object original, Object copy) {
    return kind.name().equals(OneSession.NAME)
            && original instanceof Map<?, ?> expected
            && copy instanceof Map<?, ?> session
        ? OneSession.different(before, expected, session).toString()
        : copy.getClass().getName();
  }
}
