package io.holdfast.tomcat;

import org.apache.catalina.Context;

/** What a log calls a web application. */
final class ContextNames {

  private ContextNames() {}

  /** Its path with its version, such as {@code /shop##2}; the root application is {@code /}. */
  static String of(Context context) {
    String name = context.getName();
    return name.startsWith("/") ? name : "/" + name;
  }
}
