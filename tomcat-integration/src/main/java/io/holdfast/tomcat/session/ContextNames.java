package io.holdfast.tomcat.session;

import org.apache.catalina.Context;

/** What a log calls a web application. */
public final class ContextNames {

  private ContextNames() {}

  /** Its path with its version, such as {@code /shop##2}; the root application is {@code /}. */
  public static String of(Context context) {
    String name = context.getName();
    return name.startsWith("/") ? name : "/" + name;
  }
}
