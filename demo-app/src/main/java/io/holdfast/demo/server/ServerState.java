package io.holdfast.demo.server;

/** The state of a server: whether it answers requests. */
public enum ServerState {
  /** Its process answers. */
  RUNNING,
  /** Its process was started and does not answer yet. */
  STARTING,
  /** It has no process. */
  DOWN
}
