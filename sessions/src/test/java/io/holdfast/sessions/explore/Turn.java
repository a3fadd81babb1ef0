package io.holdfast.sessions.explore;

import java.util.Map;

/**
 * One request of a client.
 *
 * @param tomcat that serves it, counted from 0
 * @param request what is asked
 * @param isImpatient whether the wait for its save may run out at any moment: then it is refused
 * @param isDuringEncode whether it may come while the Tomcat encodes the session for another one
 */
record Turn(int tomcat, Request request, boolean isImpatient, boolean isDuringEncode) {

  private Turn(int tomcat, Request request) {
    this(tomcat, request, false, false);
  }

  static Turn read(int tomcat) {
    return new Turn(tomcat, new Request.Read());
  }

  static Turn set(int tomcat, String name) {
    return new Turn(tomcat, new Request.Set(name, "by T" + (tomcat + 1)));
  }

  static Turn setSlowly(int tomcat, String name) {
    return new Turn(tomcat, new Request.SetSlowly(name, "by T" + (tomcat + 1)));
  }

  static Turn changeSlowly(int tomcat, String name) {
    return new Turn(tomcat, new Request.ChangeSlowly(name, "by T" + (tomcat + 1)));
  }

  static Turn changeAndGoOn(int tomcat, String name) {
    return new Turn(tomcat, new Request.ChangeAndGoOn(name, "by T" + (tomcat + 1)));
  }

  static Turn setTwice(int tomcat, String first, String second) {
    return new Turn(tomcat, new Request.SetTwice(first, second));
  }

  static Turn increment(int tomcat) {
    return new Turn(tomcat, new Request.Increment());
  }

  static Turn create(int tomcat, String name) {
    return create(tomcat, name, tomcat + 1);
  }

  /** The same, so many milliseconds later. */
  static Turn create(int tomcat, String name, int age) {
    return new Turn(tomcat, new Request.Create(name, "by T" + (tomcat + 1), age));
  }

  static Turn createSlowly(int tomcat) {
    return new Turn(tomcat, new Request.CreateSlowly());
  }

  static Turn interval(int tomcat, int seconds) {
    return new Turn(tomcat, new Request.SetInterval(seconds));
  }

  static Turn invalidate(int tomcat) {
    return new Turn(tomcat, new Request.Invalidate());
  }

  static Turn rename(int tomcat, String newId) {
    return new Turn(tomcat, new Request.Rename(newId, false, Map.of()));
  }

  static Turn raiseAndRename(int tomcat, String newId) {
    return new Turn(tomcat, new Request.Rename(newId, true, Map.of()));
  }

  static Turn setAndRename(int tomcat, String name, String newId) {
    return new Turn(tomcat, new Request.Rename(newId, false, Map.of(name, "by T" + (tomcat + 1))));
  }

  /** The same request, whose wait may run out. */
  Turn impatiently() {
    return new Turn(tomcat, request, true, isDuringEncode);
  }

  /** The same request, which may come while its Tomcat encodes the session for another one. */
  Turn duringEncode() {
    return new Turn(tomcat, request, isImpatient, true);
  }

  @Override
  public String toString() {
    return "T" + (tomcat + 1) + " " + request;
  }
}
