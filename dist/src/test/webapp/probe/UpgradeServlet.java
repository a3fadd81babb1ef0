package probe;

import java.io.IOException;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Sets an attribute of the session, and leaves HTTP. */
@WebServlet("/upgrade")
public final class UpgradeServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    LeavingServlet.change(request);
    response.setHeader("Upgrade", "lines");
    response.setHeader("Connection", "Upgrade");
    request.upgrade(LineProtocol.class).use(request.getSession());
  }
}
