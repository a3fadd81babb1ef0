package io.holdfast.spring.boot;

import io.holdfast.tomcat.SessionsByUser;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;

/**
 * Notes the user of a session when Spring Security saves its context in the session. Forgets the
 * user when the context is removed: a session may outlive a logout.
 */
final class SavedContexts implements HttpSessionAttributeListener {

  /** Where {@code HttpSessionSecurityContextRepository} keeps it. */
  static final String CONTEXT = "SPRING_SECURITY_CONTEXT";

  @Override
  public void attributeAdded(HttpSessionBindingEvent event) {
    if (CONTEXT.equals(event.getName())) {
      note(event.getSession());
    }
  }

  @Override
  public void attributeReplaced(HttpSessionBindingEvent event) {
    attributeAdded(event);
  }

  @Override
  public void attributeRemoved(HttpSessionBindingEvent event) {
    if (CONTEXT.equals(event.getName())) {
      try {
        event.getSession().removeAttribute(SessionsByUser.USER_ATTRIBUTE);
      } catch (IllegalStateException e) {
        return; // it has ended, and is in no list any more
      }
    }
  }

  /** The event of a replaced attribute has what was there before. */
  private static void note(HttpSession session) {
    if (session.getAttribute(CONTEXT) instanceof SecurityContext saved) {
      Authentication login = saved.getAuthentication();
      if (login != null
          && login.isAuthenticated()
          && !(login instanceof AnonymousAuthenticationToken)) {
        noteUser(session, login.getName());
      }
    }
  }

  private static void noteUser(HttpSession session, String user) {
    if (!user.equals(session.getAttribute(SessionsByUser.USER_ATTRIBUTE))) {
      session.setAttribute(SessionsByUser.USER_ATTRIBUTE, user);
    }
  }
}
