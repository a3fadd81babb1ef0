package saving;

import io.holdfast.tomcat.response.ResponseGate;
import io.holdfast.tomcat.response.ResponseGates;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.servlet.ServletException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.session.StandardSession;
import org.apache.catalina.valves.ValveBase;

/**
 * Saves a request's session when its response leaves. The path {@code /saved} shows what was saved:
 * {@code id} of the session, {@code name} of the attribute.
 */
final class SavingValve extends ValveBase {

  private final Map<String, Map<String, Object>> saved = new ConcurrentHashMap<>();
  private final Context context;
  private final ResponseGates gates = ResponseGates.ofRunningTomcat();

  SavingValve(Context context) {
    super(true);
    this.context = context;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    if (request.getContext() != context) {
      getNext().invoke(request, response);
    } else if (request.getRequestURI().endsWith("/saved")) {
      show(request, response);
    } else {
      guard(request, response);
    }
  }

  private void guard(Request request, Response response) throws IOException, ServletException {
    ResponseGate earlier = ResponseGate.of(request);
    ResponseGate gate =
        earlier == null ? gates.put(request, flows -> save(request)) : earlier;
    gate.enterAgain();
    try {
      getNext().invoke(request, response);
    } finally {
      gate.openAtTheEnd();
    }
  }

  private void show(Request request, Response response) throws IOException {
    Map<String, Object> attributes = saved.getOrDefault(request.getParameter("id"), Map.of());
    response.getWriter().println("value=" + attributes.get(request.getParameter("name")));
  }

  private boolean save(Request request) {
    if (request.getSessionInternal(false) instanceof StandardSession session) {
      Map<String, Object> attributes = new ConcurrentHashMap<>();
      for (String name : Collections.list(session.getAttributeNames())) {
        attributes.put(name, session.getAttribute(name));
      }
      saved.put(session.getId(), attributes);
    }
    return true;
  }
}
