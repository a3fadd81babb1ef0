package io.holdfast.spring.boot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * The entries of {@code allowedClasses} that a program need not write: its own packages, and the
 * presets of the frameworks on its class path.
 *
 * <p>The class loader does not tell what is the program's own, since every library comes from the
 * same one. The packages that Spring Boot looks for beans in do.
 */
final class ProgramClasses {

  /** A program in one of these alone does not own what is below. */
  private static final Set<String> OF_EVERYBODY =
      Set.of("com", "dev", "edu", "io", "jakarta", "java", "javax", "me", "net", "org");

  /** A class that is there with the framework, and the framework's preset. */
  private static final Map<String, String> PRESETS = presets();

  private ProgramClasses() {}

  private static Map<String, String> presets() {
    Map<String, String> presets = new LinkedHashMap<>();
    presets.put("org.springframework.web.servlet.FlashMap", "@spring-mvc");
    presets.put(
        "org.springframework.security.core.context.SecurityContextImpl", "@spring-security");
    presets.put(
        "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken",
        "@spring-oauth2");
    presets.put(
        "org.springframework.webflow.conversation.impl.ConversationContainer", "@spring-webflow");
    return presets;
  }

  /**
   * The entries, in the order of the packages.
   *
   * @param packages of the program; the one without a name has no entry
   * @param loader that brings the program; null for the system's
   */
  static List<String> entries(Collection<String> packages, @Nullable ClassLoader loader) {
    List<String> entries = new ArrayList<>();
    for (String name : packages) {
      if (!name.isEmpty()) {
        entries.add(name + (OF_EVERYBODY.contains(name) ? ".*" : ".**"));
      }
    }
    PRESETS.forEach(
        (type, preset) -> {
          if (ClassUtils.isPresent(type, loader)) {
            entries.add(preset);
          }
        });
    return List.copyOf(entries);
  }
}
