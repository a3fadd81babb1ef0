package probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.annotation.WebListener;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * Stays in the application until that has stopped, session manager included, or is about to; and
 * works on the session only then.
 */
@WebServlet("/late/*")
@WebListener
public final class LateServlet extends HttpServlet implements ServletContextListener {

  private static final long serialVersionUID = 1L;

  private static final AtomicInteger INSIDE = new AtomicInteger();
  private static final CountDownLatch DESTROYED = new CountDownLatch(1);
  private static final CountDownLatch STOPPED = new CountDownLatch(1);

  /** How many requests have come to wait. */
  static int inside() {
    return INSIDE.get();
  }

  /** Tomcat destroys servlets after their {@code unloadDelay}, before all else. */
  @Override
  public void destroy() {
    DESTROYED.countDown();
  }

  /** Tomcat tells listeners after it has stopped the session manager. */
  @Override
  public void contextDestroyed(ServletContextEvent event) {
    STOPPED.countDown();
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    PrintWriter out = response.getWriter();
    String command = request.getPathInfo();
    if (command.equals("/create")) {
      await(STOPPED);
      out.println("id=" + request.getSession().getId());
      return;
    }
    HttpSession session = request.getSession();
    switch (command) {
      case "/count" -> {
        await(STOPPED);
        count(session, out);
      }
      case "/counted" -> {
        count(session, out);
        await(STOPPED);
      }
      case "/flushed" -> {
        out.println("session=" + session.getId());
        response.flushBuffer();
        await(STOPPED);
        count(session, out);
      }
      case "/end" -> {
        await(STOPPED);
        session.invalidate();
        out.println("ended=true");
      }
      case "/patient" -> {
        awaitFor(DESTROYED, Long.parseLong(request.getParameter("millis")));
        count(session, out);
      }
      default -> response.sendError(404);
    }
  }

  private static void count(HttpSession session, PrintWriter out) {
    Integer before = (Integer) session.getAttribute("count");
    session.setAttribute("count", before == null ? 1 : before + 1);
    out.println("count=" + session.getAttribute("count"));
  }

  private static void await(CountDownLatch latch) {
    awaitFor(latch, 20_000);
  }

  private static void awaitFor(CountDownLatch latch, long millis) {
    INSIDE.incrementAndGet();
    try {
      var unused = latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
