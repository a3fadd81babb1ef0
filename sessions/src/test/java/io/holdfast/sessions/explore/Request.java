package io.holdfast.sessions.explore;

import java.util.Map;

/** What a client asks of a session. */
sealed interface Request {

  /** The attributes that it sets, in any case. */
  default Map<String, String> sets() {
    return Map.of();
  }

  /** Looks at everything. */
  record Read() implements Request {}

  /** A request that sets one attribute. */
  sealed interface OfOne extends Request permits Set, SetSlowly, OfObject, Create {
    String name();

    String value();

    @Override
    default Map<String, String> sets() {
      return Map.of(name(), value());
    }
  }

  /** Sets an attribute that no other request sets. */
  record Set(String name, String value) implements OfOne {}

  /** Sets two attributes, and saves in between, as a request does that flushes its response. */
  record SetTwice(String first, String second) implements Request {
    @Override
    public Map<String, String> sets() {
      return Map.of(first, "1", second, "2");
    }
  }

  /**
   * Sets an attribute as an application does that works for a while: the request has the session,
   * sets it, has ended as far as the application is concerned, and is saved, and others may come in
   * between.
   */
  record SetSlowly(String name, String value) implements OfOne {}

  /**
   * Changes an object that the session has from the start, in place: the session is not told. Like
   * {@link SetSlowly}, others may come in between.
   */
  record ChangeSlowly(String name, String value) implements OfObject {}

  /** A request that changes an object which the session has from the start. */
  sealed interface OfObject extends OfOne {}

  /**
   * Changes an object that the session has from the start, in place, and sends its complete answer.
   * Then the application works for a while, and touches the object once more, which is not promised
   * to be saved.
   */
  record ChangeAndGoOn(String name, String value) implements OfObject {}

  /** Raises the counter by one. */
  record Increment() implements Request {

    static final String COUNTER = "count";
  }

  /**
   * Gets the session, or creates it under the client's id if there is none, and sets an attribute.
   *
   * @param age how long after the present it is created, in milliseconds: tells sessions apart that
   *     have the same id
   */
  record Create(String name, String value, int age) implements OfOne {

    /** The attribute that tells such sessions apart, and that only a new one gets. */
    static final String CREATED = "created";
  }

  /**
   * Creates the session and raises the counter, tells the client the id with a part of its
   * response, works for a while and raises the counter once more.
   */
  record CreateSlowly() implements Request {}

  /** Changes after how many seconds without a request the session expires; 0 is never. */
  record SetInterval(int seconds) implements Request {}

  /** Ends the session. */
  record Invalidate() implements Request {}

  /**
   * Gives the session another id, as a login does.
   *
   * @param raises whether it raises the counter before
   * @param sets the attributes that it sets before
   */
  record Rename(String newId, boolean raises, Map<String, String> sets) implements Request {}
}
