package io.holdfast.doctor.tomcat;

import java.util.LinkedHashMap;
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
    return attributes.getOrDefault("className", "");
  }

  boolean isOfHoldfast() {
    return className().equals(HOLDFAST);
  }

  boolean isOfMsm() {
    return className().startsWith(MSM);
  }
}
