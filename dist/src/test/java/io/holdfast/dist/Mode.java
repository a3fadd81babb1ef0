package io.holdfast.dist;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Where the requests of one session may go. */
enum Mode {
  /** To one Tomcat as long as it is there. */
  STICKY("", Mode.BITS),
  /** To any Tomcat. */
  NON_STICKY("any-", Mode.BITS);

  /** Of a version, below the count of writes. */
  private static final int BITS = 20;

  private final String prefix;
  private final int randomBits;

  Mode(String prefix, int randomBits) {
    this.prefix = prefix;
    this.randomBits = randomBits;
  }

  /** These deployments once in each mode. */
  static List<ContextXml> each(ContextXml... contexts) {
    return Stream.of(values()).flatMap(mode -> Stream.of(contexts).map(mode::of)).toList();
  }

  /** Each of these in each mode, as arguments of a parameterized test: the mode comes first. */
  static Stream<Arguments> with(Object... arguments) {
    return Stream.of(values())
        .flatMap(mode -> Arrays.stream(arguments).map(other -> Arguments.of(mode, other)));
  }

  /** What a deployment that is named after its purpose is called in this mode. */
  String context(String purpose) {
    return prefix + purpose;
  }

  /** A deployment in this mode. */
  ContextXml of(ContextXml context) {
    return this == STICKY
        ? context
        : context.renamed(context(context.name())).manager("sticky", "false");
  }

  /** A visitor who uses a deployment in this mode. */
  Visitor visitor(String purpose) {
    return new Visitor(context(purpose));
  }

  /** One visitor for each mode, for what takes seconds: they pass through it together. */
  static Map<Mode, Visitor> visitors(String purpose) {
    Map<Mode, Visitor> visitors = new EnumMap<>(Mode.class);
    for (Mode mode : values()) {
      visitors.put(mode, mode.visitor(purpose));
    }
    return visitors;
  }

  /** How often a record was written, given its versions before and after. */
  long writes(long before, long after) {
    return (after >>> randomBits) - (before >>> randomBits);
  }

  /** The id that a session has after the Tomcat with this route has served it. */
  String idAt(String route, String id) {
    return this == STICKY ? Cluster.key(id) + "." + route : id;
  }
}
