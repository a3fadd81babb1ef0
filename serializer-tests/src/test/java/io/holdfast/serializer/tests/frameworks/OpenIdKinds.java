package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;

/** All attributes that logins at a provider leave in a session, step by step. */
final class OpenIdKinds {

  private OpenIdKinds() {}

  static List<Kind> all() {
    List<Kind> kinds = new ArrayList<>();
    for (String client : List.of("oidc", "oauth2")) {
      OpenIdFlow.Steps steps = OpenIdFlow.of(client);
      kinds.addAll(kinds(client + " before the login, ", steps.asked()));
      kinds.addAll(kinds(client + " after the login, ", steps.loggedIn()));
      kinds.addAll(kinds(client + " after a refusal, ", steps.failed()));
    }
    return kinds;
  }

  private static List<Kind> kinds(String step, Map<String, Object> attributes) {
    return attributes.entrySet().stream()
        .filter(attribute -> !isOfOtherPresets(attribute.getValue()))
        .map(attribute -> kind(step + attribute.getKey(), attribute.getValue()))
        .toList();
  }

  private static Kind kind(String name, Object attribute) {
    return attribute instanceof SecurityContext
        ? new Kind(name, () -> attribute, OpenIdKinds::sameLogin)
        : Kind.of(name, () -> attribute);
  }

  /** The page that was asked for, and the token against forged requests. */
  private static boolean isOfOtherPresets(Object attribute) {
    String name = attribute.getClass().getName();
    return name.startsWith("org.springframework.security.web.") || name.startsWith("java.lang.");
  }

  /**
   * Logins are equal by users, claims and tokens. Maps in claims, which are of a class of Gson's,
   * become those of the JDK, as that class asks for.
   */
  private static boolean sameLogin(Object a, Object b) {
    Authentication before = login(a);
    Authentication after = login(b);
    return before.getClass() == after.getClass()
        && before.equals(after)
        && List.copyOf(before.getAuthorities()).equals(List.copyOf(after.getAuthorities()));
  }

  private static Authentication login(Object context) {
    return Objects.requireNonNull(((SecurityContext) context).getAuthentication());
  }
}
