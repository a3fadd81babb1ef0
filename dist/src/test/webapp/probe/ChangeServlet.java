package probe;

import java.io.IOException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Sets the session's attribute {@code name} to {@code value}; has a name for dispatchers. */
@WebServlet(name = "change", urlPatterns = "/change", asyncSupported = true)
public final class ChangeServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    LeavingServlet.change(request);
    response.getWriter().print("changed");
  }
}
