package io.holdfast.tomcat.response;

import org.apache.tomcat.util.descriptor.web.FilterDef;

/** Which servlet types the running Tomcat has: {@code javax} or {@code jakarta}. */
final class ServletNamespace {

  private ServletNamespace() {}

  /** The full name of one of the classes that exist for both. */
  static String className(String simpleName) {
    return ServletNamespace.class.getPackageName() + "." + name() + "." + simpleName;
  }

  /**
   * What the servlet types of the running Tomcat begin with, whatever else is on its class path.
   */
  private static String name() {
    try {
      String filterType = FilterDef.class.getMethod("getFilter").getReturnType().getName();
      return filterType.substring(0, filterType.indexOf('.'));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Tomcat does not say what a filter is", e);
    }
  }
}
