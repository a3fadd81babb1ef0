package io.holdfast.core.storage.link;

/** How the client talks to a node ({@code memcachedProtocol}). */
public enum MemcachedProtocol {
  /** The classic protocol of lines; every server speaks it. */
  TEXT,
  /** The binary protocol: needed for user name and password, deprecated since memcached 1.6. */
  BINARY
}
