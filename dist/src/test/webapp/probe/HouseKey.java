package probe;

import java.security.Principal;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.message.AuthException;
import javax.security.auth.message.AuthStatus;
import javax.security.auth.message.MessageInfo;
import javax.security.auth.message.callback.CallerPrincipalCallback;
import javax.security.auth.message.callback.GroupPrincipalCallback;
import javax.security.auth.message.config.AuthConfigFactory;
import javax.security.auth.message.config.AuthConfigProvider;
import javax.security.auth.message.config.ClientAuthConfig;
import javax.security.auth.message.config.ServerAuthConfig;
import javax.security.auth.message.config.ServerAuthContext;
import javax.servlet.ServletContext;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The application's own way to log in (JASPIC): a client that has the key is its account. */
public final class HouseKey
    implements ServletContextListener, AuthConfigProvider, ServerAuthConfig, ServerAuthContext {

  private static final String HEADER = "X-House-Key";

  private String application;
  private String registration;
  private CallbackHandler handler;

  // ---- the application comes and goes ----

  @Override
  public void contextInitialized(ServletContextEvent event) {
    ServletContext context = event.getServletContext();
    application = context.getVirtualServerName() + " " + context.getContextPath();
    registration =
        AuthConfigFactory.getFactory()
            .registerConfigProvider(this, "HttpServlet", application, "house key");
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    AuthConfigFactory.getFactory().removeRegistration(registration);
  }

  // ---- who may come in ----

  @Override
  public AuthStatus validateRequest(MessageInfo info, Subject client, Subject service)
      throws AuthException {
    HttpServletRequest request = (HttpServletRequest) info.getRequestMessage();
    Principal known = request.getUserPrincipal();
    String key = request.getHeader(HEADER);
    if (known == null && key == null) {
      ((HttpServletResponse) info.getResponseMessage()).setStatus(401);
      return AuthStatus.SEND_CONTINUE;
    }
    tell(client, known == null ? new Account(key) : known);
    put(info.getMap(), "javax.servlet.http.authType", "House key (v2)");
    put(info.getMap(), "javax.servlet.http.registerSession", "true");
    return AuthStatus.SUCCESS;
  }

  private void tell(Subject client, Principal user) throws AuthException {
    try {
      handler.handle(
          new Callback[] {
            new CallerPrincipalCallback(client, user),
            new GroupPrincipalCallback(client, new String[] {"member"})
          });
    } catch (Exception e) {
      throw new AuthException(e.toString());
    }
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<?, ?> map, String name, String value) {
    ((Map<String, Object>) map).put(name, value);
  }

  @Override
  public AuthStatus secureResponse(MessageInfo info, Subject service) {
    return AuthStatus.SEND_SUCCESS;
  }

  @Override
  public void cleanSubject(MessageInfo info, Subject subject) {
    subject.getPrincipals().clear();
  }

  // ---- what the container asks for on the way ----

  @Override
  public ServerAuthConfig getServerAuthConfig(
      String layer, String context, CallbackHandler callbacks) {
    handler = callbacks;
    return this;
  }

  @Override
  public ClientAuthConfig getClientAuthConfig(
      String layer, String context, CallbackHandler callbacks) {
    return null;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public ServerAuthContext getAuthContext(String id, Subject service, Map properties) {
    return this;
  }

  @Override
  public String getAuthContextID(MessageInfo info) {
    return "all";
  }

  @Override
  public String getMessageLayer() {
    return "HttpServlet";
  }

  @Override
  public String getAppContext() {
    return application;
  }

  @Override
  public boolean isProtected() {
    return true;
  }

  @Override
  public void refresh() {}
}
