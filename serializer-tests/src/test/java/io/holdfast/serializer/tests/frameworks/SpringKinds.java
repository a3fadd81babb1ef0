package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.RememberMeAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.security.web.savedrequest.DefaultSavedRequest;
import org.springframework.security.web.savedrequest.SavedCookie;
import org.springframework.security.web.savedrequest.SimpleSavedRequest;
import org.springframework.security.web.webauthn.api.AttestationConveyancePreference;
import org.springframework.security.web.webauthn.api.AuthenticatorAttachment;
import org.springframework.security.web.webauthn.api.AuthenticatorSelectionCriteria;
import org.springframework.security.web.webauthn.api.AuthenticatorTransport;
import org.springframework.security.web.webauthn.api.Bytes;
import org.springframework.security.web.webauthn.api.ImmutableAuthenticationExtensionsClientInput;
import org.springframework.security.web.webauthn.api.ImmutableAuthenticationExtensionsClientInputs;
import org.springframework.security.web.webauthn.api.ImmutablePublicKeyCredentialUserEntity;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialCreationOptions;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialDescriptor;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialParameters;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRpEntity;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialType;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialUserEntity;
import org.springframework.security.web.webauthn.api.ResidentKeyRequirement;
import org.springframework.security.web.webauthn.api.UserVerificationRequirement;
import org.springframework.security.web.webauthn.authentication.WebAuthnAuthentication;
import org.springframework.web.servlet.FlashMap;

/** What Spring Security and Spring MVC put into a session. */
final class SpringKinds {

  private static final List<SimpleGrantedAuthority> ROLES =
      List.of(new SimpleGrantedAuthority("ROLE_USER"), new SimpleGrantedAuthority("ROLE_ADMIN"));

  private SpringKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("Spring SecurityContext of a form login", SpringKinds::formLogin),
        Kind.of("Spring SecurityContext of a remembered user", SpringKinds::remembered),
        Kind.of(
            "Spring SecurityContext of a pre-authenticated user", SpringKinds::preAuthenticated),
        Kind.of("Spring SecurityContext of a passkey", SpringKinds::passkeyLogin),
        Kind.of("Spring passkey options", SpringKinds::passkeyOptions),
        Kind.of("Spring passkey requirement", () -> UserVerificationRequirement.REQUIRED),
        Kind.of("Spring DefaultSavedRequest", SpringKinds::savedRequest),
        Kind.of("Spring SimpleSavedRequest", () -> new SimpleSavedRequest("https://example.org/a")),
        Kind.of(
            "Spring CSRF token", () -> new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", "9f2c-17")),
        Kind.of(
            "Spring AuthenticationException",
            () -> Made.withoutTrace(new BadCredentialsException("no"))),
        Kind.of("Spring OAuth2User", SpringKinds::oauth2User),
        Kind.of("Spring OidcUser", SpringKinds::oidcUser),
        Kind.of(
            "Spring OAuth2AccessToken",
            () ->
                new OAuth2AccessToken(
                    OAuth2AccessToken.TokenType.BEARER,
                    "abc",
                    Instant.EPOCH,
                    Instant.EPOCH.plusSeconds(60),
                    Set.of("profile"))),
        Kind.of("Spring FlashMaps", SpringKinds::flashMaps));
  }

  private static Object formLogin() {
    var user = new User("ann", "{bcrypt}$2a$10$x", ROLES);
    user.eraseCredentials();
    var token = UsernamePasswordAuthenticationToken.authenticated(user, null, ROLES);
    token.setDetails(new WebAuthenticationDetails("192.0.2.7", "A1B2C3"));
    return new SecurityContextImpl(token);
  }

  private static Object remembered() {
    return new SecurityContextImpl(new RememberMeAuthenticationToken("key", "ann", ROLES));
  }

  private static Object preAuthenticated() {
    return new SecurityContextImpl(new PreAuthenticatedAuthenticationToken("ann", "n/a", ROLES));
  }

  private static Object passkeyLogin() {
    return new SecurityContextImpl(new WebAuthnAuthentication(ann(), ROLES));
  }

  private static PublicKeyCredentialUserEntity ann() {
    return ImmutablePublicKeyCredentialUserEntity.builder()
        .name("ann")
        .id(Bytes.fromBase64("YW5u"))
        .displayName("Ann")
        .build();
  }

  /** As they are between the page that makes a passkey and its answer. */
  private static Object passkeyOptions() {
    return PublicKeyCredentialCreationOptions.builder()
        .rp(PublicKeyCredentialRpEntity.builder().id("example.org").name("Shop").build())
        .user(ann())
        .challenge(Bytes.fromBase64("Y2hhbGxlbmdl"))
        .pubKeyCredParams(PublicKeyCredentialParameters.ES256, PublicKeyCredentialParameters.RS256)
        .timeout(Duration.ofMinutes(5))
        .excludeCredentials(
            List.of(
                PublicKeyCredentialDescriptor.builder()
                    .type(PublicKeyCredentialType.PUBLIC_KEY)
                    .id(Bytes.fromBase64("a2V5"))
                    .transports(AuthenticatorTransport.INTERNAL, AuthenticatorTransport.HYBRID)
                    .build()))
        .authenticatorSelection(
            AuthenticatorSelectionCriteria.builder()
                .authenticatorAttachment(AuthenticatorAttachment.PLATFORM)
                .residentKey(ResidentKeyRequirement.REQUIRED)
                .userVerification(UserVerificationRequirement.PREFERRED)
                .build())
        .attestation(AttestationConveyancePreference.NONE)
        .extensions(
            new ImmutableAuthenticationExtensionsClientInputs(
                ImmutableAuthenticationExtensionsClientInput.credProps))
        .build();
  }

  private static Object savedRequest() {
    Cookie cookie = new Cookie("theme", "dark");
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("Accept", List.of("text/html"));
    Map<String, String[]> parameters = new TreeMap<>();
    parameters.put("id", new String[] {"7", "8"});
    return new DefaultSavedRequest.Builder()
        .setCookies(List.of(new SavedCookie(cookie)))
        .setLocales(List.of(Locale.GERMANY, Locale.ENGLISH))
        .setHeaders(headers)
        .setParameters(parameters)
        .setMethod("GET")
        .setRequestURI("/orders")
        .setRequestURL("https://example.org/orders")
        .setQueryString("id=7&id=8")
        .setScheme("https")
        .setServerName("example.org")
        .setServletPath("/orders")
        .setServerPort(443)
        .build();
  }

  private static Object oauth2User() {
    return new DefaultOAuth2User(ROLES, Map.of("login", "ann", "id", 7), "login");
  }

  private static Object oidcUser() {
    OidcIdToken token =
        new OidcIdToken(
            "header.claims.signature",
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(60),
            Map.of("sub", "ann", "aud", List.of("shop")));
    return new DefaultOidcUser(List.of(new OidcUserAuthority(token)), token);
  }

  private static Object flashMaps() {
    FlashMap map = new FlashMap();
    map.put("message", "saved");
    map.setTargetRequestPath("/orders");
    map.addTargetRequestParam("id", "7");
    map.setExpirationTime(1_700_000_000_000L);
    return new CopyOnWriteArrayList<>(List.of(map));
  }
}
