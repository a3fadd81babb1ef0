package io.holdfast.tomcat;

import io.holdfast.sessions.runtime.ClientResources;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.catalina.Container;
import org.apache.catalina.Engine;
import org.apache.catalina.Server;
import org.apache.catalina.Service;

/**
 * What the applications of one Tomcat have in common. Tomcats that are embedded in one program have
 * nothing in common.
 */
final class TomcatResources {

  /** By the server, or by the outermost container that there is. Nothing in a value leads back. */
  private static final Map<Object, ClientResources> OF_TOMCATS = new WeakHashMap<>();

  private TomcatResources() {}

  /** What the Tomcat has that a container belongs to. */
  static ClientResources of(Container container) {
    synchronized (OF_TOMCATS) {
      Object tomcat = tomcat(container);
      ClientResources known = OF_TOMCATS.get(tomcat);
      if (known == null) {
        known = new ClientResources(TomcatResources.class.getClassLoader());
        OF_TOMCATS.put(tomcat, known);
      }
      return known;
    }
  }

  private static Object tomcat(Container container) {
    Container outermost = container;
    for (Container parent = container; parent != null; parent = parent.getParent()) {
      outermost = parent;
    }
    Service service = outermost instanceof Engine engine ? engine.getService() : null;
    Server server = service == null ? null : service.getServer();
    return server == null ? outermost : server;
  }
}
