package io.holdfast.testkit.tomcat;

import java.util.ArrayList;
import java.util.List;

/** The packages that Tomcat's own start script opens to its applications. */
public final class UsualOpens {

  private static final List<String> ALL_LINES =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.rmi/sun.rmi.transport");

  private static final String ON_9 = "java.base/java.lang.invoke";

  private UsualOpens() {}

  /**
   * Options for the {@code java} command, as in {@code bin/catalina.sh}.
   *
   * @param line of Tomcat: 9, which opens one package more, 10 or 11
   */
  public static List<String> options(int line) {
    List<String> packages = new ArrayList<>(ALL_LINES);
    if (line == 9) {
      packages.add(ON_9);
    }
    return packages.stream().map(name -> "--add-opens=" + name + "=ALL-UNNAMED").toList();
  }
}
