package io.holdfast.demo;

import io.holdfast.demo.server.ServerKind;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.util.Iterator;
import java.util.List;

/**
 * What the command line chooses.
 *
 * @param serializer one of {@link #SERIALIZERS}
 * @param store what the nodes are
 * @param sticky whether a session stays at its Tomcat
 * @param port of the page on 127.0.0.1; 0 for any free one
 */
record DemoOptions(String serializer, ServerKind store, boolean sticky, int port) {

  static final List<String> SERIALIZERS = List.of("java", "kryo", "xstream", "javolution");

  private static final int DEFAULT_PORT = 8080;

  /**
   * Reads the command line.
   *
   * @throws IllegalArgumentException if it is wrong; the message is for its author
   */
  static DemoOptions parse(List<String> arguments) {
    String serializer = "kryo";
    ServerKind store = ServerKind.MEMCACHED;
    boolean sticky = true;
    int port = DEFAULT_PORT;
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      switch (name) {
        case "--serializer" -> serializer = serializer(value(name, rest));
        case "--store" -> store = store(value(name, rest));
        case "--non-sticky" -> sticky = false;
        case "--port" -> port = port(value(name, rest));
        default -> throw new IllegalArgumentException("there is no option " + name);
      }
    }
    return new DemoOptions(serializer, store, sticky, port);
  }

  private static String value(String name, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return rest.next();
  }

  private static String serializer(String value) {
    if (!SERIALIZERS.contains(value)) {
      throw new IllegalArgumentException(
          "--serializer %s: use one of %s".formatted(value, String.join(", ", SERIALIZERS)));
    }
    return value;
  }

  private static ServerKind store(String value) {
    return switch (value) {
      case "memcached" -> ServerKind.MEMCACHED;
      case "valkey" -> valkey();
      default ->
          throw new IllegalArgumentException("--store " + value + ": use memcached or valkey");
    };
  }

  private static ServerKind valkey() {
    if (!ValkeyProcess.isInstalled()) {
      throw new IllegalArgumentException(
          "--store valkey: there is no valkey-server and no redis-server on the PATH; install one");
    }
    return ServerKind.VALKEY;
  }

  private static int port(String value) {
    try {
      int port = Integer.parseInt(value);
      if (port >= 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--port %s: not a number".formatted(value), e);
    }
    throw new IllegalArgumentException("--port %s: use 0 to 65535".formatted(value));
  }
}
