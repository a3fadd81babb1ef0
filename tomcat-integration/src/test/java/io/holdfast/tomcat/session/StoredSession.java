package io.holdfast.tomcat.session;

import org.jspecify.annotations.Nullable;

/** What the nodes have of the one session of a play, as all Tomcats find it. */
final class StoredSession {

  String id = "s";
  @Nullable String user;

  /** When that was, milliseconds since the epoch; 0 before the first request. */
  long created;

  boolean hasEnded;
  int version;

  /** Whether it is a user's. */
  boolean isOf(String name) {
    return !hasEnded && name.equals(user);
  }

  @Override
  public String toString() {
    return hasEnded ? "ended" : "%s of %s".formatted(id, user);
  }
}
