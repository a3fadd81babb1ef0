package io.holdfast.benchmarks.beans;

/** Who keeps the sessions. */
enum Keeper {
  TOMCAT("Tomcat's own manager"),
  HOLDFAST("Holdfast");

  /** What TomEE itself keeps in each session. */
  private static final String ALLOWED =
      "javax.enterprise.context.SessionScoped,org.apache.webbeans.context.**";

  private final String title;

  Keeper(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** The element of {@code context.xml}; empty for Tomcat's own. */
  String manager(String nodes) {
    return this == TOMCAT
        ? ""
        : """
          <Manager className="io.holdfast.tomcat.MemcachedSessionManager" memcachedNodes="%s"
              transcoderFactoryClass="kryo" storageKeyPrefix="" allowedClasses="%s"/>
          """
            .formatted(nodes, ALLOWED);
  }
}
