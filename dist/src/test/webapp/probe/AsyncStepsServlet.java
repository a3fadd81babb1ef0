package probe;

import java.io.IOException;
import java.util.List;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * Sets the session's attribute {@code name} to {@code value} in a step of an asynchronous request
 * that the path says.
 */
@WebServlet(urlPatterns = "/async/*", asyncSupported = true)
public final class AsyncStepsServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final long SHORT_MILLIS = 100;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AsyncContext async = request.startAsync();
    HttpServletRequest asynchronous = (HttpServletRequest) async.getRequest();
    String step = request.getPathInfo();
    switch (step) {
      case "/thread" ->
          new Thread(
                  () -> {
                    LeavingServlet.change(asynchronous);
                    async.complete();
                  })
              .start();
      case "/start" ->
          async.start(
              () -> {
                LeavingServlet.change(asynchronous);
                async.complete();
              });
      case "/dispatch" -> async.dispatch("/change");
      case "/dispatch-jsp" -> async.dispatch("/change.jsp");
      case "/timeout" -> {
        async.addListener(new Changing(asynchronous, step));
        async.setTimeout(SHORT_MILLIS);
      }
      case "/error" -> {
        async.addListener(new Changing(asynchronous, step));
        throw new IllegalStateException("as asked");
      }
      case "/complete" -> {
        async.addListener(new Changing(asynchronous, step));
        async.complete();
      }
      case "/dispatch-complete" -> {
        async.addListener(new Changing(asynchronous, "/complete"));
        async.dispatch("/probe/none");
      }
      case "/count" -> {
        HttpSession session = request.getSession();
        async.start(() -> count(session, request, async));
      }
      case "/behind-close" -> {
        List<String> done = LeavingServlet.addStep(request);
        async.start(
            () -> {
              print(async, LeavingServlet.sizeOf(done));
              close(async);
              done.set(0, done.get(0) + "+");
              async.complete();
            });
      }
      case "/late-count" -> async.dispatch("/async/count");
      default -> async.complete();
    }
  }

  /** A slow counter: another request that came between would be lost, or see the same. */
  private static void count(HttpSession session, HttpServletRequest request, AsyncContext async) {
    int before = (Integer) session.getAttribute("count");
    print(async, "holding\n");
    LeavingServlet.await(request);
    session.setAttribute("count", before + 1);
    print(async, "count=" + (before + 1));
    async.complete();
  }

  private static void close(AsyncContext async) {
    try {
      async.getResponse().getWriter().close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void print(AsyncContext async, String text) {
    try {
      async.getResponse().getWriter().print(text);
      async.getResponse().flushBuffer();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Changes the session when one of its methods is called, and completes the request. */
  private record Changing(HttpServletRequest request, String step) implements AsyncListener {

    @Override
    public void onTimeout(AsyncEvent event) {
      LeavingServlet.change(request);
      event.getAsyncContext().complete();
    }

    @Override
    public void onError(AsyncEvent event) {
      LeavingServlet.change(request);
      event.getAsyncContext().complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {
      if (step.equals("/complete")) {
        LeavingServlet.change(request);
      }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
