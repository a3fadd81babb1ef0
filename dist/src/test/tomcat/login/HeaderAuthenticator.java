package login;

import java.io.IOException;
import java.security.Principal;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.authenticator.AuthenticatorBase;
import org.apache.catalina.connector.Request;

/**
 * Believes its headers: stands for any authenticator, those among them that need a directory or a
 * ticket server. {@code X-User} is who it is, {@code X-Auth-Type} how he is said to have shown it,
 * and {@code X-Class} the application's class of principals; without it the realm makes one.
 */
public final class HeaderAuthenticator extends AuthenticatorBase {

  private static final String PASSWORD = "secret";

  @Override
  protected boolean doAuthenticate(Request request, HttpServletResponse response)
      throws IOException {
    if (checkForCachedAuthentication(request, response, true)) {
      return true;
    }
    String user = request.getHeader("X-User");
    if (user == null) {
      response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
      return false;
    }
    register(
        request,
        response,
        principal(user, request.getHeader("X-Class")),
        request.getHeader("X-Auth-Type"),
        user,
        PASSWORD);
    return true;
  }

  private Principal principal(String user, String type) throws IOException {
    if (type == null) {
      return context.getRealm().authenticate(user, PASSWORD);
    }
    try {
      return (Principal)
          context
              .getLoader()
              .getClassLoader()
              .loadClass(type)
              .getConstructor(String.class)
              .newInstance(user);
    } catch (ReflectiveOperationException e) {
      throw new IOException(type, e);
    }
  }

  @Override
  protected String getAuthMethod() {
    return "HEADER";
  }
}
