package io.holdfast.core.explore;

/**
 * One request of a client.
 *
 * @param tomcat that serves it, counted from 0
 * @param request what is asked
 */
record Turn(int tomcat, Request request) {

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

  static Turn setTwice(int tomcat, String first, String second) {
    return new Turn(tomcat, new Request.SetTwice(first, second));
  }

  static Turn increment(int tomcat) {
    return new Turn(tomcat, new Request.Increment());
  }

  static Turn invalidate(int tomcat) {
    return new Turn(tomcat, new Request.Invalidate());
  }

  static Turn rename(int tomcat, String newId) {
    return new Turn(tomcat, new Request.Rename(newId, false));
  }

  static Turn raiseAndRename(int tomcat, String newId) {
    return new Turn(tomcat, new Request.Rename(newId, true));
  }

  @Override
  public String toString() {
    return "T" + (tomcat + 1) + " " + request;
  }
}
