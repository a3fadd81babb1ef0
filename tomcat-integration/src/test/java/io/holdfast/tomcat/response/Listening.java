package io.holdfast.tomcat.response;

import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;

/**
 * An application's listener that does one thing.
 *
 * @param timeout what it does when the time is over
 * @param error what it does when an error has happened
 */
record Listening(Reaction timeout, Reaction error) implements AsyncListener {

  /** What a listener does. */
  @FunctionalInterface
  interface Reaction {
    void to(AsyncEvent event);
  }

  static Listening onTimeout(Reaction reaction) {
    return new Listening(reaction, event -> {});
  }

  static Listening onError(Reaction reaction) {
    return new Listening(event -> {}, reaction);
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    timeout.to(event);
  }

  @Override
  public void onError(AsyncEvent event) {
    error.to(event);
  }

  @Override
  public void onComplete(AsyncEvent event) {}

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
