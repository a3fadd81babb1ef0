package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.KeycloakPrincipal;
import org.keycloak.KeycloakSecurityContext;
import org.keycloak.adapters.RefreshableKeycloakSecurityContext;
import org.keycloak.adapters.servlet.OIDCFilterSessionStore.SerializableKeycloakAccount;
import org.keycloak.representations.AccessToken;
import org.keycloak.representations.IDToken;

/** What Keycloak's adapters keep of a login: the principal, and the tokens as texts. */
final class KeycloakKinds {

  private static final String TOKEN =
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4iLCJqdGkiOiI3In0.c2lnbmF0dXJl";

  private KeycloakKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of(
            "Keycloak context",
            KeycloakKinds::context,
            (a, b) -> subject((KeycloakSecurityContext) b).equals("ann")),
        Kind.of("Keycloak account of the filter", KeycloakKinds::account),
        Kind.of("Keycloak principal", () -> new KeycloakPrincipal<>("ann", context())));
  }

  private static String subject(KeycloakSecurityContext context) {
    return context.getToken().getSubject();
  }

  private static Object account() {
    RefreshableKeycloakSecurityContext context = context();
    return new SerializableKeycloakAccount(
        new HashSet<>(Set.of("user")), new KeycloakPrincipal<>("ann", context), context);
  }

  private static RefreshableKeycloakSecurityContext context() {
    AccessToken access = new AccessToken();
    access.subject("ann");
    return new RefreshableKeycloakSecurityContext(
        null, null, TOKEN, access, TOKEN, new IDToken(), "again");
  }
}
