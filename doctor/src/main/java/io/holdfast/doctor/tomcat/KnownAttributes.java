package io.holdfast.doctor.tomcat;

import io.holdfast.core.config.Setting;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The attributes of {@code <Manager>} in a line of Tomcat, with the types of their values. */
final class KnownAttributes {

  /** Those that Tomcat's own managers have, in any of the lines. */
  private static final Map<String, Class<?>> OF_TOMCAT =
      Map.ofEntries(
          Map.entry("domain", String.class),
          Map.entry("duplicates", int.class),
          Map.entry("expiredSessions", long.class),
          Map.entry("maxActive", int.class),
          Map.entry("maxActiveSessions", int.class),
          Map.entry("notifyAttributeListenerOnUnchangedValue", boolean.class),
          Map.entry("notifyBindingListenerOnUnchangedValue", boolean.class),
          Map.entry("persistAuthentication", boolean.class),
          Map.entry("persistAuthenticationNotes", boolean.class),
          Map.entry("processExpiresFrequency", int.class),
          Map.entry("processingTime", long.class),
          Map.entry("secureRandomAlgorithm", String.class),
          Map.entry("secureRandomClass", String.class),
          Map.entry("secureRandomProvider", String.class),
          Map.entry("sessionActivityCheck", boolean.class),
          Map.entry("sessionAttributeNameFilter", String.class),
          Map.entry("sessionAttributeValueClassNameFilter", String.class),
          Map.entry("sessionCounter", long.class),
          Map.entry("sessionLastAccessAtStart", boolean.class),
          Map.entry("sessionMaxAliveTime", int.class),
          Map.entry("throwOnFailure", boolean.class),
          Map.entry("warnOnSessionAttributeFilterFailure", boolean.class));

  private static final Map<String, Set<String>> NOT_IN =
      Map.of(
          "9.0", Set.of("sessionActivityCheck", "sessionLastAccessAtStart"),
          "10.1", Set.of("persistAuthenticationNotes"),
          "11.0", Set.of("persistAuthenticationNotes", "duplicates", "sessionCounter"));

  private KnownAttributes() {}

  /**
   * All that there are.
   *
   * @param line {@code 9.0}, {@code 10.1} or {@code 11.0}; those of all lines together for any
   *     other
   */
  static Map<String, Class<?>> of(String line) {
    Map<String, Class<?>> known = new TreeMap<>(OF_TOMCAT);
    known.keySet().removeAll(NOT_IN.getOrDefault(line, Set.of()));
    for (Setting<?> setting : Setting.values()) {
      known.put(setting.attribute(), String.class);
    }
    return known;
  }
}
