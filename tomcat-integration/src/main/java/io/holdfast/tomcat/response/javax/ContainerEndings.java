package io.holdfast.tomcat.response.javax;

import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;

/** Opens the gate when the container is about to end an asynchronous request. */
final class ContainerEndings implements AsyncListener {

  private final GatedResponse response;

  ContainerEndings(GatedResponse response) {
    this.response = response;
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    response.leave();
  }

  @Override
  public void onError(AsyncEvent event) {
    response.leave();
  }

  /**
   * Called before the end, or so late that the gate is not in force any more. Before the end of a
   * request that was dispatched, maybe to another application, where there is no filter of ours.
   */
  @Override
  public void onComplete(AsyncEvent event) {
    response.leave();
  }

  /** Nothing leaves yet. */
  @Override
  public void onStartAsync(AsyncEvent event) {}
}
