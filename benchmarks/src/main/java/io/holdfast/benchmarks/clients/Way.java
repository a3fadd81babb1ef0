package io.holdfast.benchmarks.clients;

import java.util.List;

/** How clients come to their values. */
enum Way {
  /** A socket for each, to memcached. */
  RAW("plain sockets"),
  /** The library by itself. */
  SPYMEMCACHED("spymemcached"),
  /** With all that is around it. */
  HOLDFAST("Holdfast's store"),
  /** A socket for each, to a server in Java. */
  JAVA_CACHE("plain sockets, cache server in Java");

  /** Those that are compared with each other in what they cost the program. */
  static final List<Way> CLIENTS = List.of(RAW, SPYMEMCACHED, HOLDFAST);

  private final String title;

  Way(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * Opens what all clients share.
   *
   * @param memcached its port
   * @param javaCache the port of the server in Java
   */
  Access open(int memcached, int javaCache) throws Exception {
    return switch (this) {
      case RAW -> () -> new RawSocket(memcached);
      case SPYMEMCACHED -> new SpyAccess(memcached);
      case HOLDFAST -> new StoreAccess(memcached);
      case JAVA_CACHE -> () -> new RawSocket(javaCache);
    };
  }
}
