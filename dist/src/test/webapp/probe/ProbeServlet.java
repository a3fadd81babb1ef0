package probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/** Does to the session what the path says, and answers with lines of {@code key=value}. */
public final class ProbeServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain;charset=UTF-8");
    PrintWriter out = response.getWriter();
    String command = String.valueOf(request.getPathInfo()).replace(".png", "");
    String name = request.getParameter("name");
    String value = request.getParameter("value");
    switch (command) {
      case "/none" -> out.println("session=untouched");
      case "/peek" -> describe(out, request.getSession(false));
      case "/info" -> describe(out, request.getSession());
      case "/set" -> {
        request.getSession().setAttribute(name, value);
        describe(out, request.getSession());
      }
      case "/get" -> {
        HttpSession session = request.getSession(false);
        out.println("value=" + (session == null ? null : session.getAttribute(name)));
      }
      case "/make" -> request.getSession().setAttribute(name, made(request.getParameter("type"), value));
      case "/remove" -> request.getSession().removeAttribute(name);
      case "/count" -> {
        HttpSession session = request.getSession();
        Integer before = (Integer) session.getAttribute("count");
        int count = before == null ? 1 : before + 1;
        session.setAttribute("count", count);
        out.println("count=" + count);
        out.println("id=" + session.getId());
      }
      case "/ponder" -> {
        // A slow counter: another request that came between would be lost, or see the same.
        HttpSession session = request.getSession();
        Integer before = (Integer) session.getAttribute("count");
        Gates.await(name);
        session.setAttribute("count", before + 1);
        out.println("count=" + (before + 1));
      }
      case "/watch" -> {
        out.println("value=" + request.getSession().getAttribute(name));
        response.flushBuffer();
        Gates.await(value);
      }
      case "/basket/new" -> request.getSession().setAttribute("basket", new Basket());
      case "/basket/add" -> {
        // On purpose without setAttribute: the change must be noticed all the same.
        Basket basket = (Basket) request.getSession().getAttribute("basket");
        basket.add(value);
        out.println("basket=" + basket);
      }
      case "/basket" -> out.println("basket=" + request.getSession().getAttribute("basket"));
      case "/interval" ->
          request.getSession().setMaxInactiveInterval(Integer.parseInt(value));
      case "/invalidate" -> request.getSession().invalidate();
      case "/relogin" -> {
        request.getSession().invalidate();
        request.getSession(true).setAttribute("user", value);
        out.println("id=" + request.getSession().getId());
      }
      case "/kit/set" -> out.println("set=" + KitKinds.setAll(request.getSession(), name + ' '));
      case "/kit" -> {
        HttpSession session = request.getSession();
        out.println("missing=" + KitKinds.missing(session, name + ' '));
        out.println("different=" + KitKinds.different(session, name + ' '));
      }
      case "/counters" -> Counters.print(request.getContextPath(), out);
      case "/late" -> out.println("late=" + LateServlet.inside());
      case "/role" -> out.println("role=" + request.isUserInRole(name));
      case "/user" -> out.println("user=" + request.getRemoteUser());
      case "/async" -> later(request, name, value);
      case "/hold" -> hold(request.getSession(), name, value, response);
      case "/release" -> Gates.open(name);
      case "/changeid" -> out.println("id=" + request.changeSessionId());
      case "/unwritable" -> request.getSession().setAttribute(name, new Unwritable());
      case "/misbehave" -> {
        HttpSession session = request.getSession();
        session.setAttribute(name, MisbehavingAttributes.of(value, name, session));
      }
      case "/awaited" -> out.println("awaited=" + Gates.isAwaited(name));
      case "/fill" -> {
        byte[] bytes = new byte[Integer.parseInt(value)];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) (i * 31 + i / 7);
        }
        request.getSession().setAttribute(name, bytes);
      }
      case "/size" ->
          out.println("size=" + ((byte[]) request.getSession().getAttribute(name)).length);
      case "/sum" -> {
        byte[] bytes = (byte[]) request.getSession().getAttribute(name);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        out.println("sum=" + bytes.length + "/" + sum.getValue());
      }
      case "/url" -> {
        request.getSession();
        out.println("url=" + response.encodeURL("probe/info"));
      }
      case "/events" -> Events.all().forEach(out::println);
      case "/events/clear" -> Events.clear();
      case "/fail" -> {
        request.getSession().setAttribute(name, value);
        throw new IllegalStateException("as asked");
      }
      case "/senderror" -> {
        request.getSession().setAttribute(name, value);
        response.sendError(503, "as asked");
      }
      case "/listener" -> request.getSession().setAttribute(name, new Watched(value));
      case "/gc" -> {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        out.println("used=" + (runtime.totalMemory() - runtime.freeMemory()));
      }
      case "/threads" ->
          Thread.getAllStackTraces().keySet().stream()
              .map(Thread::getName)
              .filter(thread -> thread.startsWith("holdfast"))
              .sorted()
              .forEach(out::println);
      default -> response.sendError(404);
    }
  }

  /** An object of a class that has a constructor for texts, among other objects. */
  private static Object made(String type, String text) {
    try {
      return Class.forName(type).getConstructor(Object.class).newInstance(text);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type, e);
    }
  }

  /** Writes to the session in another thread, after this one has left the servlet. */
  private static void later(HttpServletRequest request, String name, String value) {
    HttpSession session = request.getSession();
    AsyncContext async = request.startAsync();
    async.start(
        () -> {
          session.setAttribute(name, value);
          async.complete();
        });
  }

  /** Shows that it holds the session, waits for the gate, and only then writes to the session. */
  private static void hold(
      HttpSession session, String name, String value, HttpServletResponse response)
      throws IOException {
    PrintWriter out = response.getWriter();
    out.println("holding=true");
    response.flushBuffer();
    Gates.await(name);
    try {
      session.setAttribute(name, value);
      out.println("set=done");
    } catch (IllegalStateException e) {
      out.println("set=refused");
    }
  }

  private static void describe(PrintWriter out, HttpSession session) {
    if (session == null) {
      out.println("session=null");
      return;
    }
    out.println("id=" + session.getId());
    out.println("new=" + session.isNew());
    out.println("created=" + session.getCreationTime());
    out.println("accessed=" + session.getLastAccessedTime());
    out.println("interval=" + session.getMaxInactiveInterval());
    List<String> names = new ArrayList<>(Collections.list(session.getAttributeNames()));
    Collections.sort(names);
    out.println("attributes=" + String.join(",", names));
  }
}
