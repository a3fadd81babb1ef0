package probe;

import java.io.IOException;
import javax.servlet.RequestDispatcher;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Has another servlet answer, or a page: {@code path} in the application {@code to}, or the servlet
 * that is called {@code change}.
 */
@WebServlet("/dispatch/*")
public final class DispatchServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    switch (request.getPathInfo()) {
      case "/forward" -> target(request).forward(request, response);
      case "/include" -> target(request).include(request, response);
      case "/named-forward" -> named().forward(request, response);
      case "/named-include" -> named().include(request, response);
      case "/version" ->
          response.getWriter().print("version=" + getServletContext().getInitParameter("version"));
      default -> response.sendError(404);
    }
  }

  private RequestDispatcher named() {
    return getServletContext().getNamedDispatcher("change");
  }

  private RequestDispatcher target(HttpServletRequest request) {
    String to = request.getParameter("to");
    String path = request.getParameter("path");
    return to == null
        ? request.getRequestDispatcher(path)
        : getServletContext().getContext("/" + to).getRequestDispatcher(path);
  }
}
