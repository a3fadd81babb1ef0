package probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private static final long LONGEST_MILLIS = 20_000;

  private static final AtomicInteger INSIDE = new AtomicInteger();
  private static final CountDownLatch DESTROYED = new CountDownLatch(1);
  private static final CountDownLatch STOPPED = new CountDownLatch(1);

  /** The requests, and the application itself until it is stopped. */
  private static final Phaser AT_WORK = new Phaser(1);

  /** How many requests have come to wait. */
  static int inside() {
    return INSIDE.get();
  }

  /** Tomcat destroys servlets after their {@code unloadDelay}, before all else. */
  @Override
  public void destroy() {
    DESTROYED.countDown();
  }

  /**
   * Tomcat tells listeners after it has stopped the session manager. On a busy machine a request
   * that waits for that may go on later than the application is started again.
   */
  @Override
  public void contextDestroyed(ServletContextEvent event) {
    STOPPED.countDown();
    int phase = AT_WORK.arriveAndDeregister();
    try {
      var unused = AT_WORK.awaitAdvanceInterruptibly(phase, LONGEST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      event.getServletContext().log("a request is still at work", e);
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AT_WORK.register();
    try {
      work(request, response);
    } finally {
      AT_WORK.arriveAndDeregister();
    }
  }

  private static void work(HttpServletRequest request, HttpServletResponse response)
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
    awaitFor(latch, LONGEST_MILLIS);
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
