package io.holdfast.core.transcoder;

/** Says where a missing jar belongs: into a Tomcat's folder, or into the build of a program. */
public final class JarPlace {

  private static final String ANY_TOMCAT = "org/apache/catalina/startup/Tomcat.class";
  private static final String START_OF_A_TOMCAT = "org/apache/catalina/startup/Bootstrap.class";

  private static final boolean IS_TOMCAT_ON_ITS_OWN =
      isTomcatOnItsOwn(ClassLoader.getSystemClassLoader());

  private JarPlace() {}

  /**
   * What to do for a class of this artifact; the place in the zip is in words that follow its name.
   */
  public static String of(String artifact, String inDistribution) {
    return of(artifact, inDistribution, IS_TOMCAT_ON_ITS_OWN);
  }

  static String of(String artifact, String inDistribution, boolean isTomcatOnItsOwn) {
    return isTomcatOnItsOwn
        ? "put %s%s into tomcat/lib".formatted(artifact, inDistribution)
        : "add io.holdfast:%s to the dependencies of the program, in the version of the other jars"
            .formatted(artifact);
  }

  /** What to do for a class of a library that Holdfast does not need otherwise. */
  public static String ofLibrary(String group, String... artifacts) {
    return IS_TOMCAT_ON_ITS_OWN
        ? "put the jars %s into tomcat/lib".formatted(String.join(", ", artifacts))
        : "add %s:%s to the dependencies of the program".formatted(group, artifacts[0]);
  }

  /** What to do for a class that no jar of Holdfast has. */
  static String ofOther() {
    return IS_TOMCAT_ON_ITS_OWN
        ? "put the jar with this class into tomcat/lib"
        : "add the jar with this class to the dependencies of the program";
  }

  static String ofConverter() {
    return IS_TOMCAT_ON_ITS_OWN
        ? "put the jar that has it into WEB-INF/lib or tomcat/lib, for a ready-made one"
            + " holdfast-converters of the distribution's folder converters"
        : "add the jar that has it to the dependencies of the program, for a ready-made one"
            + " io.holdfast:holdfast-converters";
  }

  /** Where the classes of applications are looked for. */
  static String ofApplications() {
    return IS_TOMCAT_ON_ITS_OWN ? "the web application or tomcat/lib" : "the program";
  }

  /** A Tomcat's own start script has nothing on the class path but what starts it. */
  static boolean isTomcatOnItsOwn(ClassLoader system) {
    return system.getResource(START_OF_A_TOMCAT) != null && system.getResource(ANY_TOMCAT) == null;
  }
}
