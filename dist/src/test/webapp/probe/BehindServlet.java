package probe;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletRequestEvent;
import javax.servlet.ServletRequestListener;
import javax.servlet.ServletResponse;
import javax.servlet.annotation.WebFilter;
import javax.servlet.annotation.WebListener;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Adds a step to the list {@code name}, and answers with their number. Behind the complete answer
 * the list is touched by what the path says: a filter, a listener of the request, or a listener of
 * an asynchronous request.
 */
@WebServlet(urlPatterns = "/behind/*", asyncSupported = true)
public final class BehindServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  /** What the list of a request is called whose listener touches it. */
  private static final String DESTROYED = "behind.destroyed";

  private static final String FILTERED = "behind.filtered";

  /** So long that the client's next request has begun. */
  private static final long WORK_MILLIS = 5;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    List<String> steps = LeavingServlet.addStep(request);
    switch (request.getPathInfo()) {
      case "/filter" -> request.setAttribute(FILTERED, steps);
      case "/destroyed" -> request.setAttribute(DESTROYED, steps);
      case "/complete" -> {
        AsyncContext async = request.startAsync();
        async.addListener(new Completing(steps));
        async.start(
            () -> {
              answer(response, steps);
              async.complete();
            });
        return;
      }
      default -> throw new IllegalArgumentException(request.getPathInfo());
    }
    answer(response, steps);
  }

  private static void answer(ServletResponse response, List<String> steps) {
    try {
      response.setContentLength(5);
      response.getOutputStream().print(LeavingServlet.sizeOf(steps));
      response.flushBuffer();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static void touch(Object list) {
    if (list != null) {
      List<String> steps = (List<String>) list;
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WORK_MILLIS));
      steps.set(0, steps.get(0) + "+");
    }
  }

  /** A filter that goes on when the page has left. */
  @WebFilter(urlPatterns = "/behind/*", asyncSupported = true)
  public static final class Following implements Filter {

    @Override
    public void init(FilterConfig config) {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      chain.doFilter(request, response);
      touch(request.getAttribute(FILTERED));
    }

    @Override
    public void destroy() {}
  }

  /** Works on the session after its request. */
  @WebListener
  public static final class Destroying implements ServletRequestListener {

    @Override
    public void requestInitialized(ServletRequestEvent event) {}

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
      touch(event.getServletRequest().getAttribute(DESTROYED));
    }
  }

  private record Completing(List<String> steps) implements AsyncListener {

    @Override
    public void onComplete(AsyncEvent event) {
      touch(steps);
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
