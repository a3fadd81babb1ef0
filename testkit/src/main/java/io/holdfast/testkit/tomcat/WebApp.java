package io.holdfast.testkit.tomcat;

import java.nio.file.Path;

/**
 * A web application to deploy.
 *
 * @param name the context path without its slash, {@code ROOT} for the root, {@code a#b} for a/b
 * @param docBase the exploded application; never written to
 * @param contextXml a {@code <Context>} element without {@code docBase}, as it would stand in
 *     {@code META-INF/context.xml}
 */
record WebApp(String name, Path docBase, String contextXml) {

  private static final String START = "<Context";

  WebApp {
    if (!contextXml.contains(START) || contextXml.contains("docBase=")) {
      throw new IllegalArgumentException(
          "Expected a <Context> element without docBase: " + contextXml);
    }
  }

  /** The descriptor for {@code conf/Catalina/localhost}. */
  String descriptor() {
    String path = docBase.toAbsolutePath().toString().replace("&", "&amp;").replace("\"", "&quot;");
    int end = contextXml.indexOf(START) + START.length();
    return contextXml.substring(0, end) + " docBase=\"" + path + "\"" + contextXml.substring(end);
  }
}
