package probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * What recorded clients ask of a session. Only {@code create} and {@code login} make one: everything else says {@code
 * found=false} where there is none. The last part of the path is the operation; what stands before it
 * is for patterns of URIs. With the parameter {@code late} a request sends its complete answer, and
 * goes on for so many milliseconds as {@code pause} says: then it changes the session once more.
 */
@WebServlet("/history/*")
public final class HistoryServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    response.setContentType("text/plain;charset=UTF-8");
    String late = request.getParameter("late");
    if (late == null) {
      answer(request, response.getWriter());
      return;
    }
    StringWriter text = new StringWriter();
    answer(request, new PrintWriter(text, true));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
    response.flushBuffer();
    changeLate(request, late);
  }

  private static void answer(HttpServletRequest request, PrintWriter out)
      throws ServletException {
    String path = request.getPathInfo();
    String operation = path.substring(path.lastIndexOf('/') + 1);
    boolean creates = operation.equals("create") || operation.equals("login");
    HttpSession session = request.getSession(creates);
    out.println("found=" + (session != null));
    if (session == null) {
      return;
    }
    try {
      if (operation.equals("rotate")) {
        out.println("value=" + request.changeSessionId().substring(0, 8));
        return;
      }
      String name = request.getParameter("name");
      if (operation.equals("login")) {
        request.login(name, request.getParameter("value"));
        out.println("user=" + request.getRemoteUser());
        return;
      }
      print(out, "seen", Seen.by(session, name));
      perform(operation, session, name, request.getParameter("value"), out);
    } catch (IllegalStateException ended) {
      // Another request ended the session after this one had found it.
      out.println("ended=true");
    }
  }

  private static void perform(
      String operation, HttpSession session, String name, String value, PrintWriter out) {
    switch (operation) {
      case "create" -> out.println("id=" + session.getId());
      case "write" -> session.setAttribute(name, value);
      case "former" -> out.println("id=" + session.getId());
      case "read" -> print(out, "value", session.getAttribute(name));
      case "raise" -> {
        Integer before = (Integer) session.getAttribute(name);
        int raised = before == null ? 1 : before + 1;
        session.setAttribute(name, raised);
        out.println("value=" + raised);
      }
      case "append" -> append(session, name, value);
      case "dump" ->
          Collections.list(session.getAttributeNames())
              .forEach(each -> print(out, "value." + each, session.getAttribute(each)));
      case "end" -> session.invalidate();
      default -> throw new IllegalArgumentException(operation);
    }
  }

  /** Changes the session behind the answer, which promises nothing of that. */
  private static void changeLate(HttpServletRequest request, String late) {
    HttpSession session = request.getSession(false);
    if (session == null) {
      return;
    }
    String name = request.getParameter("name");
    String value = request.getParameter("value");
    try {
      Object object = session.getAttribute(name);
      LockSupport.parkNanos(
          TimeUnit.MILLISECONDS.toNanos(Long.parseLong(request.getParameter("pause"))));
      if (late.equals("stamp")) {
        session.setAttribute("stamp", value);
      } else if (object instanceof Basket list) { // else another request has ended the session
        change(late, session, name, list, value);
      }
    } catch (IllegalStateException ended) {
      // Another request ended the session meanwhile.
    }
  }

  private static void change(
      String late, HttpSession session, String name, Basket list, String value) {
    switch (late) {
      case "touch" -> list.touch();
      case "item" -> list.add("late" + value);
      case "set" -> {
        list.touch();
        session.setAttribute(name, list);
      }
      default -> throw new IllegalArgumentException(late);
    }
  }

  /** On purpose without setAttribute where there is a list: the change must be noticed all the same. */
  private static void append(HttpSession session, String name, String value) {
    Basket list = (Basket) session.getAttribute(name);
    if (list == null) {
      Basket first = new Basket();
      first.add(value);
      session.setAttribute(name, first);
    } else {
      list.add(value);
    }
  }

  private static void print(PrintWriter out, String name, Object value) {
    if (value != null) {
      out.println(name + "=" + value);
    }
  }
}
