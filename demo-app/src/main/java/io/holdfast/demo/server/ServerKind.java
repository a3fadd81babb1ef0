package io.holdfast.demo.server;

/** What a server does in the demo. */
public enum ServerKind {
  /** Serves the shop. */
  TOMCAT,
  /** Holds the records. */
  MEMCACHED
}
