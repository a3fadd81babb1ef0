package io.holdfast.sessions.engine;

/** What an id stands for, as far as the nodes and the files of this Tomcat tell. */
public enum IdMeaning {
  /** There is a session with the id, or a node does not say that there is none. */
  PERHAPS_A_SESSION,
  /** A session had the id until it got another one. */
  FORMER,
  /** No session has it. */
  NOTHING;

  /** Returns whether a request with the id is to get no session. */
  public boolean isOfNoSession() {
    return this != PERHAPS_A_SESSION;
  }
}
