package probe;

import java.io.IOException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.ContainerServlet;
import org.apache.catalina.Context;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.apache.catalina.Wrapper;

/** Asks the session manager itself, as valves of others may do; for a privileged context. */
@WebServlet("/container/*")
public final class ContainerProbe extends HttpServlet implements ContainerServlet {

  private static final long serialVersionUID = 1L;

  private transient Wrapper wrapper;

  @Override
  public Wrapper getWrapper() {
    return wrapper;
  }

  @Override
  public void setWrapper(Wrapper wrapper) {
    this.wrapper = wrapper;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Manager manager = ((Context) wrapper.getParent()).getManager();
    Session session = manager.findSession(request.getParameter("id"));
    switch (request.getPathInfo()) {
      case "/change" -> manager.changeSessionId(session, request.getParameter("to"));
      case "/rotate" -> manager.rotateSessionId(session);
      default -> response.sendError(404);
    }
    response.getWriter().print("id=" + session.getId());
  }
}
