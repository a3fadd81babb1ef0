package io.holdfast.sessions.engine;

/** How far a request is, for the instances that it uses. */
public final class AnswerState {

  private volatile boolean complete;
  private volatile boolean over;

  /** The client has no answer yet. */
  public AnswerState() {}

  /** The client has all of the answer, and what the request changed until then is stored. */
  public void isNowComplete() {
    complete = true;
  }

  /** The application is done with the request. */
  public void isNowOver() {
    over = true;
  }

  boolean isComplete() {
    return complete;
  }

  boolean isOver() {
    return over;
  }
}
