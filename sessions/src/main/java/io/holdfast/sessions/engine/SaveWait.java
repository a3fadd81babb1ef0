package io.holdfast.sessions.engine;

/** When a request waits until what it has changed is stored. */
public enum SaveWait {
  /** Never: the save follows in the background. */
  NEVER,
  /** When its application has returned: the client may have its response by then. */
  BEHIND_RESPONSE,
  /** Before the first byte of its response leaves: the next request may come to any Tomcat. */
  BEFORE_FIRST_BYTE
}
