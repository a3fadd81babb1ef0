package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.tomcat.SessionsByUser;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;

/** Sessions into which Spring Security saves its context, as a login endpoint has it do. */
class SavedContextsTest {

  private static final List<SimpleGrantedAuthority> ROLES =
      List.of(new SimpleGrantedAuthority("ROLE_USER"));

  private final SavedContexts listener = new SavedContexts();
  private final Map<String, Object> attributes = new HashMap<>();
  private boolean hasEnded;
  private final HttpSession session =
      (HttpSession)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {HttpSession.class},
              (self, method, arguments) ->
                  switch (hasEnded ? "invalid" : method.getName()) {
                    case "invalid" -> throw new IllegalStateException("it has ended");
                    case "removeAttribute" -> attributes.remove(arguments[0]);
                    case "getAttribute" -> attributes.get(arguments[0]);
                    case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  @Test
  void savedWhenSomebodyIsLoggedInThenIsNoted() {
    save(loggedIn("ann"));

    assertEquals("ann", attributes.get(SessionsByUser.USER_ATTRIBUTE));
  }

  @Test
  void savedWhenAnotherLogsInThenHeIsNoted() {
    save(loggedIn("ann"));
    save(loggedIn("bob"));

    assertEquals("bob", attributes.get(SessionsByUser.USER_ATTRIBUTE));
  }

  @Test
  void savedWhenNobodyIsLoggedInThenNothingIsNoted() {
    save(new AnonymousAuthenticationToken("key", "anonymousUser", ROLES));
    save(UsernamePasswordAuthenticationToken.unauthenticated("ann", "?"));

    assertNull(attributes.get(SessionsByUser.USER_ATTRIBUTE));
  }

  /** A logout empties the context before it is taken away. */
  @Test
  void removedWhenSomebodyHasLoggedOutThenHeIsForgotten() {
    SecurityContext context = save(loggedIn("ann"));
    context.setAuthentication(null);

    remove();

    assertNull(attributes.get(SessionsByUser.USER_ATTRIBUTE));
  }

  @Test
  void removedWhenTheSessionHasEndedThenNothingHappens() {
    save(loggedIn("ann"));
    hasEnded = true;

    remove();

    assertEquals("ann", attributes.get(SessionsByUser.USER_ATTRIBUTE));
  }

  private void remove() {
    Object before = attributes.remove(SavedContexts.CONTEXT);
    listener.attributeRemoved(new HttpSessionBindingEvent(session, SavedContexts.CONTEXT, before));
  }

  private static Authentication loggedIn(String user) {
    return UsernamePasswordAuthenticationToken.authenticated(user, "", ROLES);
  }

  private SecurityContext save(Authentication authentication) {
    SecurityContext saved = new SecurityContextImpl(authentication);
    Object before = attributes.put(SavedContexts.CONTEXT, saved);
    if (before == null) {
      listener.attributeAdded(new HttpSessionBindingEvent(session, SavedContexts.CONTEXT, saved));
    } else {
      listener.attributeReplaced(
          new HttpSessionBindingEvent(session, SavedContexts.CONTEXT, before));
    }
    return saved;
  }
}
