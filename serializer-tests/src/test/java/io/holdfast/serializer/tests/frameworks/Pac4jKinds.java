package io.holdfast.serializer.tests.frameworks;

import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import io.holdfast.core.transcoder.kit.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pac4j.core.exception.http.FoundAction;
import org.pac4j.core.exception.http.OkAction;
import org.pac4j.core.profile.CommonProfile;
import org.pac4j.core.profile.UserProfile;
import org.pac4j.oidc.profile.OidcProfile;

/** What pac4j keeps: profiles of who is logged in, and what was asked for before the login. */
final class Pac4jKinds {

  private Pac4jKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("pac4j profiles", Pac4jKinds::profiles),
        Kind.of("pac4j requested page", () -> Made.withoutTrace(new FoundAction("/orders"))),
        Kind.of("pac4j requested form", () -> Made.withoutTrace(new OkAction("<form>"))),
        Kind.of("pac4j state", () -> new State("5tate")),
        Kind.of("pac4j nonce", () -> new Nonce("n0nce")),
        Kind.of("pac4j verifier", () -> new CodeVerifier("v".repeat(43))));
  }

  private static Object profiles() {
    CommonProfile form = new CommonProfile();
    form.setId("ann");
    form.setClientName("FormClient");
    form.addAttribute("email", "ann@example.org");
    form.addAttribute("groups", List.of("staff"));
    form.setRoles(Set.of("user"));
    OidcProfile oidc = new OidcProfile();
    oidc.setId("ann");
    oidc.setAccessToken(new BearerAccessToken("opaque"));
    oidc.setRefreshToken(new RefreshToken("again"));
    oidc.setIdTokenString("header.claims.signature");
    oidc.setTokenExpirationAdvance(0);
    Map<String, UserProfile> profiles = new LinkedHashMap<>();
    profiles.put("FormClient", form);
    profiles.put("OidcClient", oidc);
    return profiles;
  }
}
