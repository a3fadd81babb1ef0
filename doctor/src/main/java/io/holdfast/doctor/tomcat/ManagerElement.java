package io.holdfast.doctor.tomcat;

import io.holdfast.core.config.Setting;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;

/**
 * A {@code <Manager>} as a file has it.
 *
 * @param place the file
 * @param parent the name of the element around it
 * @param attributes all, with the class name
 */
record ManagerElement(String place, String parent, Map<String, String> attributes) {

  static final String HOLDFAST = "io.holdfast.tomcat.MemcachedSessionManager";

  private static final String SIMPLE_NAME = "MemcachedSessionManager";

  /** What Tomcat uses without a class name. */
  private static final String TOMCATS = "org.apache.catalina.session.StandardManager";

  private static final String MSM = "de.javakaffee.web.msm.";

  static ManagerElement of(String place, Element element) {
    Map<String, String> attributes = new LinkedHashMap<>();
    NamedNodeMap found = element.getAttributes();
    for (int i = 0; i < found.getLength(); i++) {
      attributes.put(found.item(i).getNodeName(), found.item(i).getNodeValue());
    }
    return new ManagerElement(place, element.getParentNode().getNodeName(), attributes);
  }

  String className() {
    return attributes.getOrDefault("className", TOMCATS);
  }

  boolean isOfHoldfast() {
    return className().equals(HOLDFAST);
  }

  boolean isOfMsm() {
    return className().startsWith(MSM);
  }

  /** Returns whether it is meant to be Holdfast's, and its class name is another. */
  boolean isMisspelt() {
    return !isOfHoldfast()
        && !isOfMsm()
        && (className().toLowerCase(Locale.ROOT).contains("holdfast")
            || className().endsWith(SIMPLE_NAME)
            || attributes.containsKey(Setting.MEMCACHED_NODES.attribute()));
  }

  /** Returns whether it stands in the file that all applications have in common. */
  boolean isOfAllApplications() {
    return place.equals(TomcatFolders.CONTEXT_XML);
  }
}
