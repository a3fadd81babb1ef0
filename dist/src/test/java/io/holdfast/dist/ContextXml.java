package io.holdfast.dist;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One deployment of an application, as an operator would describe it in {@code context.xml}.
 *
 * @param name the context path without its slash
 * @param attributes of {@code <Context>}
 * @param manager attributes of {@code <Manager>}; nodes and serializer are added where they are
 *     missing
 * @param managerContent elements in {@code <Manager>}
 * @param content elements beside {@code <Manager>}
 * @param docBase the exploded application; null for the probe application
 */
record ContextXml(
    String name,
    Map<String, String> attributes,
    Map<String, String> manager,
    String managerContent,
    String content,
    @Nullable Path docBase) {

  /** Jasper and WebSockets look at each class of an application: a third of its start. */
  private static final String INITIALIZERS_LEFT_OUT = "containerSciFilter";

  /** A context with nothing but the defaults, whose backups are asynchronous. */
  static ContextXml named(String name) {
    return new ContextXml(name, Map.of(), Map.of(), "", "", null);
  }

  /**
   * A context whose requests wait for their backup, so that a test need not; and on a busy machine
   * for a node that is slow.
   */
  static ContextXml synchronous(String name) {
    return named(name)
        .manager("sessionBackupAsync", "false")
        .manager("operationTimeout", "10000")
        .manager("sessionBackupTimeout", "10000");
  }

  /** A context that leaves its sessions to Tomcat's own manager. */
  ContextXml ofTomcat() {
    return manager("className", "org.apache.catalina.session.StandardManager");
  }

  ContextXml renamed(String newName) {
    return new ContextXml(newName, attributes, manager, managerContent, content, docBase);
  }

  ContextXml manager(String attribute, String value) {
    return new ContextXml(
        name, attributes, with(manager, attribute, value), managerContent, content, docBase);
  }

  ContextXml context(String attribute, String value) {
    return new ContextXml(
        name, with(attributes, attribute, value), manager, managerContent, content, docBase);
  }

  /**
   * A context of the probe with its JSP and its WebSockets; the others take no time to find them.
   */
  ContextXml withPagesAndSockets() {
    return context(INITIALIZERS_LEFT_OUT, "");
  }

  ContextXml containing(String element) {
    return new ContextXml(name, attributes, manager, managerContent, content + element, docBase);
  }

  ContextXml inManager(String element) {
    return new ContextXml(name, attributes, manager, managerContent + element, content, docBase);
  }

  /** Another application than the probe. */
  ContextXml application(Path exploded) {
    return new ContextXml(name, attributes, manager, managerContent, content, exploded);
  }

  /** The descriptor. */
  String toXml(String nodes, String serializer) {
    Map<String, String> all = new LinkedHashMap<>();
    if (!manager.containsKey("className")) {
      all.put("className", "io.holdfast.tomcat.MemcachedSessionManager");
      all.put("memcachedNodes", nodes);
      all.put("transcoderFactoryClass", serializer);
      all.put("storageKeyPrefix", ""); // so that tests find a record by its session's id alone
    }
    all.putAll(manager);
    Map<String, String> context = new LinkedHashMap<>(attributes);
    if (docBase == null) {
      context.putIfAbsent(INITIALIZERS_LEFT_OUT, "^org\\.apache\\.");
    }
    return "<Context%s>%s<Manager%s>%s</Manager></Context>"
        .formatted(xml(context), content, xml(all), managerContent);
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> copy = new LinkedHashMap<>(map);
    copy.put(name, value);
    return copy;
  }

  private static String xml(Map<String, String> attributes) {
    return attributes.entrySet().stream()
        .map(entry -> " " + entry.getKey() + "=\"" + escaped(entry.getValue()) + '"')
        .collect(Collectors.joining());
  }

  private static String escaped(String value) {
    return value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
