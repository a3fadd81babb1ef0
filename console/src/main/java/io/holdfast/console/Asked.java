package io.holdfast.console;

import org.jspecify.annotations.Nullable;

/**
 * Whose sessions an operator has asked for.
 *
 * @param application the canonical name of its manager's MBean; empty if nothing was asked
 * @param user the name of the user
 */
record Asked(String application, String user) {

  static final Asked NOTHING = new Asked("", "");

  /** The same as {@link #toString} wrote it; nothing if it is something else. */
  static Asked of(@Nullable Object kept) {
    String text = kept instanceof String string ? string : "";
    int end = text.indexOf('\n');
    return end < 0 ? NOTHING : new Asked(text.substring(0, end), text.substring(end + 1));
  }

  /** The user whose sessions of this application are to be shown; empty for none. */
  String userOf(Bean manager) {
    return manager.name().getCanonicalName().equals(application) ? user : "";
  }

  /** A text that a session can keep, without classes of this application. */
  @Override
  public String toString() {
    return application + '\n' + user;
  }
}
