package probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * Sets the session's attribute {@code name} to {@code value}, and answers in the way that the path
 * says. With {@code gate} it goes on after bytes have left only when that gate is opened.
 */
public final class LeavingServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  /** More than any buffer on the way. */
  static final int LARGE = 200_000;

  private static final int STEPS = 3;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    Object included = request.getAttribute("javax.servlet.include.path_info");
    switch (included == null ? request.getPathInfo() : included.toString()) {
      case "/small" -> response.getWriter().print("small");
      case "/changing" -> change(request);
      case "/stream" -> {
        change(request);
        byte[] bytes = new byte[LARGE];
        Arrays.fill(bytes, (byte) 'x');
        response.getOutputStream().write(bytes);
        await(request);
      }
      case "/writer" -> {
        change(request);
        response.getWriter().print("x".repeat(LARGE));
        await(request);
      }
      case "/flush" -> {
        change(request);
        response.getWriter().print("first");
        response.flushBuffer();
        await(request);
      }
      case "/close" -> {
        change(request);
        response.getOutputStream().print("all");
        response.getOutputStream().close();
        await(request);
      }
      case "/length" -> {
        change(request);
        response.setContentLength(5);
        response.getOutputStream().print("whole");
        if (isWholeContentSentAtOnce()) {
          await(request);
        }
      }
      case "/buffer" -> {
        change(request);
        Servlet61.write(response.getOutputStream(), ByteBuffer.allocateDirect(LARGE));
        await(request);
      }
      case "/redirect" -> {
        change(request);
        response.sendRedirect(request.getContextPath() + "/leaving/small");
        await(request);
      }
      case "/redirect-status" -> {
        change(request);
        Servlet61.sendRedirect(response, request.getContextPath() + "/leaving/small");
        await(request);
      }
      case "/error" -> {
        change(request);
        response.sendError(403);
      }
      case "/errorpage" -> response.sendError(410);
      case "/exception" -> {
        change(request);
        throw new IllegalStateException("as asked");
      }
      case "/forward" ->
          request.getRequestDispatcher("/leaving/stream").forward(request, response);
      case "/forward-then-change" -> {
        request.getRequestDispatcher("/leaving/small").forward(request, response);
        change(request);
      }
      case "/include" -> {
        request.getRequestDispatcher("/leaving/changing").include(request, response);
        response.getWriter().print("first");
        response.flushBuffer();
        await(request);
      }
      case "/behind-length" -> {
        List<String> done = addStep(request);
        response.setContentLength(5);
        response.getOutputStream().print(sizeOf(done));
        response.flushBuffer();
        done.set(0, done.get(0) + "+");
      }
      case "/behind-set" -> {
        List<String> done = addStep(request);
        response.setContentLength(5);
        response.getOutputStream().print(sizeOf(done));
        response.flushBuffer();
        done.set(0, done.get(0) + "+");
        request.getSession().setAttribute(request.getParameter("name"), done);
      }
      case "/steps" -> steps(request, response);
      default -> response.sendError(404);
    }
  }

  /** Five digits, in every language. */
  static String sizeOf(List<String> done) {
    return String.format(Locale.ROOT, "%05d", done.size());
  }

  /** Adds to the list that is the attribute. */
  @SuppressWarnings("unchecked")
  static List<String> addStep(HttpServletRequest request) {
    HttpSession session = request.getSession();
    String name = request.getParameter("name");
    List<String> done = (List<String>) session.getAttribute(name);
    if (done == null) {
      done = new ArrayList<>();
      session.setAttribute(name, done);
    }
    done.add("done");
    return done;
  }

  /** Sets the attribute to 1, 2, 3, shows each, and waits for the gate with that number. */
  private static void steps(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    PrintWriter out = response.getWriter();
    for (int step = 1; step <= STEPS; step++) {
      request.getSession().setAttribute(request.getParameter("name"), step);
      out.print(step);
      out.flush();
      Gates.await(request.getParameter("gate") + step);
    }
  }

  /** Since Servlet 6.1, a response ends with the byte that completes its content length. */
  private boolean isWholeContentSentAtOnce() {
    int major = getServletContext().getMajorVersion();
    return major > 6 || major == 6 && getServletContext().getMinorVersion() > 0;
  }

  static void change(HttpServletRequest request) {
    request
        .getSession()
        .setAttribute(request.getParameter("name"), request.getParameter("value"));
  }

  static void await(HttpServletRequest request) {
    if (request.getParameter("gate") != null) {
      Gates.await(request.getParameter("gate"));
    }
  }
}
