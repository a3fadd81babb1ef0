package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the presets of {@code allowedClasses} are for, made of the frameworks' own classes. */
public final class PresetKinds {

  private PresetKinds() {}

  /** The kinds of each preset. */
  public static Map<String, List<Kind>> byPreset() {
    Map<String, List<Kind>> kinds = new TreeMap<>();
    kinds.put("@faces", both(named("JSF ", "CDI (Weld) "), MojarraKinds.all()));
    kinds.put("@spring-oauth2", OpenIdKinds.all());
    kinds.put("@hibernate", both(named("Hibernate Persistent"), HibernateFlow.all()));
    kinds.put("@keycloak", KeycloakKinds.all());
    kinds.put("@omnifaces", OmniFacesKinds.all());
    kinds.put("@pac4j", Pac4jKinds.all());
    kinds.put("@primefaces", PrimeFacesKinds.all());
    kinds.put("@shiro", ShiroKinds.all());
    kinds.put("@spring-mvc", named("Spring FlashMaps"));
    kinds.put(
        "@spring-security",
        named(
            "Spring AuthenticationException",
            "Spring CSRF token",
            "Spring DefaultSavedRequest",
            "Spring SecurityContext ",
            "Spring SimpleSavedRequest",
            "Spring passkey "));
    kinds.put("@spring-webflow", WebFlowKinds.all());
    kinds.put("@tomcat-manager", named("Tomcat CSRF nonces"));
    kinds.put("@tomee", TomeeKinds.all());
    kinds.put("@vaadin", VaadinKinds.all());
    kinds.put("@wicket", named("Wicket "));
    return kinds;
  }

  /** The presets that a preset adds to, as an application has both; empty if it stands alone. */
  public static String beside(String preset) {
    return preset.equals("@spring-oauth2") ? "@spring-security" : "";
  }

  private static List<Kind> both(List<Kind> some, List<Kind> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  private static List<Kind> named(String... beginnings) {
    return FrameworkKinds.groups().stream()
        .flatMap(group -> group.kinds().stream())
        .filter(kind -> Stream.of(beginnings).anyMatch(kind.name()::startsWith))
        .toList();
  }
}
