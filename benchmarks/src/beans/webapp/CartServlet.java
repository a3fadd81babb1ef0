package beans;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * Adds a part to what the user has: {@code kind=session} keeps the parts in the session, {@code
 * removed} and {@code left} in a stateful bean whose reference is in the session. With {@code end}
 * the session ends, and with {@code removed} the bean too.
 */
@WebServlet("/cart")
public class CartServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final String BEAN = "java:module/CartBean!beans.Cart";
  private static final String COUNT = "count";
  private static final String CART = "cart";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String kind = request.getParameter("kind");
    String part = request.getParameter("part");
    boolean begins = "1".equals(request.getParameter("n"));
    HttpSession session = request.getSession(begins);
    if (session == null) {
      answer(response, "no session");
      return;
    }
    if (begins) {
      begin(session, kind, request);
    }
    if (request.getParameter("end") != null) {
      answer(response, "sum " + end(session, kind));
    } else if (kind.equals("session")) {
      int count = (Integer) session.getAttribute(COUNT) + 1;
      session.setAttribute("part" + count, part);
      session.setAttribute(COUNT, count);
      answer(response, "count " + count);
    } else {
      answer(response, "count " + ((Cart) session.getAttribute(CART)).add(part));
    }
  }

  private static void begin(HttpSession session, String kind, HttpServletRequest request)
      throws ServletException {
    session.setAttribute("user", request.getParameter("user"));
    if (kind.equals("session")) {
      session.setAttribute(COUNT, 0);
    } else {
      try {
        session.setAttribute(CART, new InitialContext().lookup(BEAN));
      } catch (NamingException e) {
        throw new ServletException(e);
      }
    }
  }

  private static int end(HttpSession session, String kind) {
    int checksum = checksum(session, kind);
    if (kind.equals("removed")) {
      ((Cart) session.getAttribute(CART)).remove();
    }
    session.invalidate();
    return checksum;
  }

  private static int checksum(HttpSession session, String kind) {
    if (!kind.equals("session")) {
      return ((Cart) session.getAttribute(CART)).checksum();
    }
    List<String> parts = new ArrayList<>();
    for (int i = 1; i <= (Integer) session.getAttribute(COUNT); i++) {
      parts.add((String) session.getAttribute("part" + i));
    }
    return parts.hashCode();
  }

  private static void answer(HttpServletResponse response, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
