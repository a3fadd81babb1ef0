package io.holdfast.sessions.explore;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a request went.
 *
 * @param outcome what its client was told
 * @param seen the attributes before it changed any
 * @param made the attributes that it set
 */
record Answer(Outcome outcome, Map<String, String> seen, Map<String, String> made) {

  enum Outcome {
    /** All of it is done. */
    DONE,
    /** There is no such session. */
    GONE,
    /** What it did to the session is void: it ended, or the lease was lost. */
    REFUSED,
    /** No node took it. */
    FAILED,
    /** The lease was not to be had. */
    BUSY,
    /** The Tomcat died. */
    UNANSWERED
  }

  Answer {
    seen = Collections.unmodifiableMap(new TreeMap<>(seen));
    made = Collections.unmodifiableMap(new TreeMap<>(made));
  }

  static Answer without(Outcome outcome) {
    return new Answer(outcome, Map.of(), Map.of());
  }

  long digest() {
    return Digest.of(Digest.of(outcome.name()), seen.hashCode(), made.hashCode());
  }
}
