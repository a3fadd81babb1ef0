package io.holdfast.demo.server;

/** What a server does in the demo. */
public enum ServerKind {
  /** Serves the shop. */
  TOMCAT,
  /** Holds the records. */
  MEMCACHED,
  /** Holds the records; the server may be Redis. */
  VALKEY;

  /** Returns whether it holds records. */
  public boolean isNode() {
    return this != TOMCAT;
  }
}
