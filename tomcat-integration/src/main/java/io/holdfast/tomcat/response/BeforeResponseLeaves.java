package io.holdfast.tomcat.response;

/** Does what has to be done before bytes of a response can leave for the client. */
@FunctionalInterface
public interface BeforeResponseLeaves {

  /**
   * Called each time before bytes may leave, also when some have left already, and when the
   * application is done; never after the end of the request. Most calls find nothing to do and
   * should cost little. They come on any thread that the application uses.
   *
   * <p>May block for as long as an operation of the store may take, but not until another thread of
   * the same request has done something: Tomcat may hold its lock. Must not throw.
   *
   * @param flows whether a part has left already, and this is not its end, nor a flush of the
   *     application: of a long response this is asked for each buffer
   * @return false if the response must not leave; it is replaced by an error unless a part of it
   *     has left already
   */
  boolean responseLeaves(boolean flows);

  /**
   * Returns whether a response that must not leave still tells the client the id of its session:
   * the request has given it another one, under which it goes on, and the client knows only the
   * former.
   */
  default boolean keepsSessionCookie() {
    return false;
  }

  /**
   * Called when the response was replaced by an error, while its request may still be at work: the
   * client will be told that all of it failed.
   */
  default void answerIsRefused() {}

  /**
   * Called when the client may have all of a response that was let out, while its request may still
   * be at work: what it changes from now on is behind its answer.
   */
  default void answerIsComplete() {}

  /** Called when an asynchronous request has ended, after its response was let out. */
  default void asyncRequestEnded() {}
}
