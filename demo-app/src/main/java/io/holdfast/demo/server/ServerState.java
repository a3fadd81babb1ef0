package io.holdfast.demo.server;

/** Whether a server can be asked something. */
public enum ServerState {
  /** Its process answers. */
  RUNNING,
  /** Its process was started and does not answer yet. */
  STARTING,
  /** It has no process. */
  DOWN
}
