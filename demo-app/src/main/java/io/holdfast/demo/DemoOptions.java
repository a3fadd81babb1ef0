package io.holdfast.demo;

import java.util.List;

/**
 * What the command line chooses.
 *
 * @param serializer one of {@link #SERIALIZERS}
 * @param port of the page on 127.0.0.1; 0 for any free one
 */
record DemoOptions(String serializer, int port) {

  static final List<String> SERIALIZERS = List.of("java", "kryo", "xstream", "javolution");

  private static final int DEFAULT_PORT = 8080;

  /**
   * Reads the command line.
   *
   * @throws IllegalArgumentException if it is wrong; the message is for its author
   */
  static DemoOptions parse(List<String> arguments) {
    String serializer = "kryo";
    int port = DEFAULT_PORT;
    for (int i = 0; i < arguments.size(); i += 2) {
      String name = arguments.get(i);
      if (i + 1 == arguments.size()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      String value = arguments.get(i + 1);
      switch (name) {
        case "--serializer" -> serializer = serializer(value);
        case "--port" -> port = port(value);
        default -> throw new IllegalArgumentException("there is no option " + name);
      }
    }
    return new DemoOptions(serializer, port);
  }

  private static String serializer(String value) {
    if (!SERIALIZERS.contains(value)) {
      throw new IllegalArgumentException(
          "--serializer %s: use one of %s".formatted(value, String.join(", ", SERIALIZERS)));
    }
    return value;
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
