package probe;

import java.io.IOException;
import java.io.PrintWriter;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/** Makes things happen to a session that listeners hear of. */
public final class EventsServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain;charset=UTF-8");
    PrintWriter out = response.getWriter();
    String name = request.getParameter("name");
    String value = request.getParameter("value");
    switch (String.valueOf(request.getPathInfo())) {
      case "/peek" -> out.println("session=" + (request.getSession(false) != null));
      case "/open" -> request.getSession();
      case "/open/heard" -> HearingContainer.addTo(request.getSession());
      case "/get" -> out.println("value=" + request.getSession().getAttribute(name));
      case "/set" -> request.getSession().setAttribute(name, value);
      case "/set/null" -> request.getSession().setAttribute(name, null);
      case "/set/hearing" -> request.getSession().setAttribute(name, new Hearing(value));
      case "/set/ending" -> request.getSession().setAttribute(name, new Ending());
      case "/set/same" -> {
        HttpSession session = request.getSession();
        session.setAttribute(name, session.getAttribute(name));
      }
      case "/remove" -> request.getSession().removeAttribute(name);
      case "/changeid" -> out.println("id=" + request.changeSessionId());
      case "/interval" ->
          request.getSession().setMaxInactiveInterval(Integer.parseInt(value));
      case "/invalidate" -> request.getSession().invalidate();
      case "/invalidate/late" -> {
        HttpSession session = request.getSession();
        out.println("holding=true");
        response.flushBuffer();
        Gates.await(name);
        session.invalidate();
        out.println("ended=true");
      }
      case "/release" -> Gates.open(name);
      case "/counters" -> Counters.print(request.getContextPath(), out);
      default -> response.sendError(404);
    }
  }
}
