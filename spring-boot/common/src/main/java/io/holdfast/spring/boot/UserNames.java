package io.holdfast.spring.boot;

import io.holdfast.tomcat.SessionsByUser;
import java.security.Principal;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** The names under which sessions of users are listed, as Spring Security tells them. */
final class UserNames {

  private UserNames() {}

  /** The same as {@code Authentication.getName()}. */
  static String of(Object principal) {
    if (principal instanceof UserDetails user) {
      return user.getUsername();
    }
    if (principal instanceof AuthenticatedPrincipal user) {
      return user.getName();
    }
    return principal instanceof Principal user ? user.getName() : String.valueOf(principal);
  }

  /** Notes the user of the session of the request that this thread serves. */
  static void noteInSession(String user) {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    if (request != null
        && !user.equals(
            request.getAttribute(SessionsByUser.USER_ATTRIBUTE, RequestAttributes.SCOPE_SESSION))) {
      request.setAttribute(SessionsByUser.USER_ATTRIBUTE, user, RequestAttributes.SCOPE_SESSION);
    }
  }
}
