package probe;

import java.io.IOException;
import java.io.PrintWriter;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Logs in and out where the application says so, and tells who the user is. */
public final class UserServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    switch (String.valueOf(request.getPathInfo())) {
      case "/session" -> request.getSession();
      case "/login" -> {
        request.getSession();
        request.login(request.getParameter("name"), request.getParameter("password"));
      }
      case "/logout" -> request.logout();
      case "/end" -> request.getSession().invalidate();
      default -> {}
    }
    response.setContentType("text/plain;charset=UTF-8");
    PrintWriter out = response.getWriter();
    out.println("user=" + request.getRemoteUser());
    out.println("authType=" + request.getAuthType());
    out.println("member=" + request.isUserInRole("member"));
    out.println(
        "class="
            + (request.getUserPrincipal() == null
                ? null
                : request.getUserPrincipal().getClass().getName()));
    out.println("principal=" + request.getUserPrincipal());
  }
}
