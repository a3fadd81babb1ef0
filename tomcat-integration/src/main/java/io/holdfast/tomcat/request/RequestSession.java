package io.holdfast.tomcat.request;

/** What one request means for its session, before and behind the application. */
public interface RequestSession {

  /**
   * The request is about to come to its application.
   *
   * @return false if it has to be answered without the application
   */
  boolean admit();

  /**
   * The request leaves the valve.
   *
   * @param goesOn whether it goes on asynchronously, and comes back or completes later
   * @return false if what the request has changed is lost, and its client must be told so
   */
  boolean leave(boolean goesOn);
}
