package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** A real application, and what a visitor does in it. */
enum Application {
  /** Tomcat's own. */
  EXAMPLES("Tomcat's examples"),
  /** Tomcat's own. */
  MANAGER("Tomcat's manager"),
  /** Pages in the session. */
  WICKET("Wicket"),
  /** View state in the session. */
  FACES("Faces"),
  /** The same application; view state in the session as bytes. */
  MYFACES("MyFaces"),
  /** A login with CSRF tokens and saved requests. */
  SPRING("Spring");

  private static final String FILTER =
      "java\\.lang\\.(?:Boolean|Integer|Long|Number|String)"
          + "|org\\.apache\\.catalina\\.filters\\.CsrfPreventionFilter\\$LruCache(?:\\$1)?"
          + "|java\\.util\\.(?:Linked)?HashMap";

  private final String heading;

  Application(String heading) {
    this.heading = heading;
  }

  /** Its heading in {@code docs/frameworks.md}. */
  String heading() {
    return heading;
  }

  /** Whether it comes with Tomcat. */
  boolean isOfTomcat() {
    return this == EXAMPLES || this == MANAGER;
  }

  /** A new visitor, without a session. */
  ApplicationFlow flow() {
    return switch (this) {
      case EXAMPLES -> new ExamplesFlow();
      case MANAGER -> new ManagerFlow();
      case WICKET -> new WicketFlow();
      case FACES, MYFACES -> new FacesFlow();
      case SPRING -> new SpringFlow();
    };
  }

  /** What its users send with every request. */
  Map<String, String> headers() {
    return this == MANAGER ? ManagerApplication.LOGIN : Map.of();
  }

  /** Where it lies, exploded. */
  Path docBase(TomcatDistribution tomcat) {
    return isOfTomcat()
        ? tomcat.home().resolve("webapps").resolve(id())
        : Path.of(Cluster.property("holdfast.applications"), id(), "target", id());
  }

  /** What Tomcat itself gives it beside a manager. */
  ContextXml described(ContextXml context) {
    return this == MANAGER
        ? context
            .context("privileged", "true")
            .manager("sessionAttributeValueClassNameFilter", FILTER)
        : context;
  }

  /** Names it in paths. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
