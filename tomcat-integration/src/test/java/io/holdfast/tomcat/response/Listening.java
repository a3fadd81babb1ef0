package io.holdfast.tomcat.response;

import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;

/**
 * An application's listener that does something when the time has passed.
 *
 * @param reaction what it does
 */
record Listening(Reaction reaction) implements AsyncListener {

  /** What a listener does. */
  @FunctionalInterface
  interface Reaction {
    void to(AsyncEvent event);
  }

  static Listening onTimeout(Reaction reaction) {
    return new Listening(reaction);
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    reaction.to(event);
  }

  @Override
  public void onError(AsyncEvent event) {}

  @Override
  public void onComplete(AsyncEvent event) {}

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
