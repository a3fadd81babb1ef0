package io.holdfast.serializer.tests.frameworks;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;

/**
 * Logins of Spring Security at a provider that answers by HTTP, with what the session holds after
 * each step. The filters are Spring Security's own, as an application has them.
 */
final class OpenIdFlow {

  private static final String ISSUER = "issuer";

  /** An application where each page needs a login. */
  @Configuration(proxyBeanMethods = false)
  @EnableWebSecurity
  static class Shop {

    @Bean
    SecurityFilterChain rules(HttpSecurity http) throws Exception {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .oauth2Login(Customizer.withDefaults())
          .oauth2Client(Customizer.withDefaults())
          .build();
    }

    @Bean
    ClientRegistrationRepository providers(Environment environment) {
      String issuer = environment.getRequiredProperty(ISSUER);
      return new InMemoryClientRegistrationRepository(
          client("oidc", issuer, "openid", "profile"), client("oauth2", issuer, "profile"));
    }

    private static ClientRegistration client(String id, String issuer, String... scopes) {
      return ClientRegistration.withRegistrationId(id)
          .clientId("shop")
          .clientSecret("secret")
          .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
          .redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
          .scope(scopes)
          .authorizationUri(issuer + "/authorize")
          .tokenUri(issuer + "/token")
          .jwkSetUri(issuer + "/keys")
          .userInfoUri(issuer + "/user")
          .userNameAttributeName(id.equals("oidc") ? "sub" : "login")
          .issuerUri(issuer)
          .providerConfigurationMetadata(Map.of("scopes_supported", Arrays.asList("openid")))
          .build();
    }

    /** The default keeps tokens in the memory of one Tomcat. */
    @Bean
    OAuth2AuthorizedClientRepository tokens() {
      return new HttpSessionOAuth2AuthorizedClientRepository();
    }
  }

  private final Filter filters;
  private final OpenIdProvider provider;
  private MockHttpSession session = new MockHttpSession();

  private OpenIdFlow(Filter filters, OpenIdProvider provider) {
    this.filters = filters;
    this.provider = provider;
  }

  /**
   * The attributes of a session, by their names, while the browser is at the provider, after the
   * login, and after a login that failed.
   *
   * @param client {@code oidc} or {@code oauth2}
   */
  static Steps of(String client) {
    try (OpenIdProvider provider = new OpenIdProvider();
        AnnotationConfigWebApplicationContext context =
            new AnnotationConfigWebApplicationContext()) {
      context.setServletContext(new MockServletContext());
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("provider", Map.of(ISSUER, provider.issuer())));
      context.register(Shop.class);
      context.refresh();
      Filter filters = context.getBean("springSecurityFilterChain", Filter.class);
      return new OpenIdFlow(filters, provider).steps(client);
    } catch (IOException | ServletException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * The attributes after each step.
   *
   * @param asked the browser is at the provider
   * @param loggedIn Ann is logged in
   * @param failed the provider has refused the login
   */
  record Steps(
      Map<String, Object> asked, Map<String, Object> loggedIn, Map<String, Object> failed) {}

  private Steps steps(String client) throws IOException, InterruptedException, ServletException {
    get("/orders", null);
    String toProvider = get("/oauth2/authorization/" + client, null);
    final Map<String, Object> asked = attributes();
    URI back = URI.create(atProvider(toProvider));
    String page = get(back.getPath(), back.getRawQuery());
    if (!page.contains("/orders")) {
      throw new IllegalStateException("the login ended at " + page);
    }
    final Map<String, Object> loggedIn = attributes();
    session = new MockHttpSession();
    String again = get("/oauth2/authorization/" + client, null);
    String state = again.replaceFirst(".*[?&]state=([^&]+).*", "$1");
    get(back.getPath(), "error=access_denied&error_description=no&state=" + state);
    return new Steps(asked, loggedIn, attributes());
  }

  private Map<String, Object> attributes() {
    Map<String, Object> attributes = new TreeMap<>();
    for (String name : Collections.list(session.getAttributeNames())) {
      attributes.put(name, Objects.requireNonNull(session.getAttribute(name)));
    }
    return attributes;
  }

  /** Asks the application, and returns where it sends the browser. */
  private String get(String path, @Nullable String query) throws IOException, ServletException {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
    request.setServletPath(path);
    request.addHeader("Accept", "text/html");
    request.setSession(session);
    request.setQueryString(query);
    if (query != null) {
      for (String pair : query.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        request.addParameter(parts[0], OpenIdProvider.decoded(parts[1]));
      }
    }
    MockHttpServletResponse response = new MockHttpServletResponse();
    filters.doFilter(request, response, new MockFilterChain());
    session = (MockHttpSession) Objects.requireNonNull(request.getSession());
    return String.valueOf(response.getRedirectedUrl());
  }

  private String atProvider(String url) throws IOException, InterruptedException {
    if (!url.startsWith(provider.issuer())) {
      throw new IllegalStateException("the application sends the browser to " + url);
    }
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.discarding())
        .headers()
        .firstValue("Location")
        .orElseThrow();
  }
}
