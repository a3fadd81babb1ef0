package probe;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Does what {@link LeavingServlet} does, in the ways of asynchronous requests. */
public final class AsyncLeavingServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final int PIECE = 1000;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AsyncContext async = request.startAsync();
    switch (request.getPathInfo()) {
      case "/complete" ->
          async.start(
              () -> {
                LeavingServlet.change(request);
                async.complete();
              });
      case "/listener" -> {
        async.addListener(new AtTheEnd(request, response));
        async.complete();
      }
      case "/writer" -> {
        response.getWriter().print("first ");
        async.start(
            () -> {
              LeavingServlet.change(request);
              print(response, "second");
              async.complete();
            });
      }
      case "/dispatch" ->
          async.start(
              () -> {
                LeavingServlet.change(request);
                async.dispatch("/leaving/small");
              });
      case "/dispatch-stream" -> async.dispatch("/leaving/stream");
      case "/timeout" -> {
        async.setTimeout(200);
        CountDownLatch changed = new CountDownLatch(1);
        async.start(
            () -> {
              LeavingServlet.change(request);
              changed.countDown();
            });
        await(changed); // the time runs when this returns, and must not be up before the change
      }
      case "/error" -> async.dispatch("/leaving/exception");
      case "/nonblocking" -> {
        LeavingServlet.change(request);
        response.getOutputStream().setWriteListener(new Pieces(async, request));
      }
      default -> async.complete();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void print(HttpServletResponse response, String text) {
    try {
      response.getWriter().print(text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Is told of the completion as the last one, and still has something to do. */
  private record AtTheEnd(HttpServletRequest request, HttpServletResponse response)
      implements AsyncListener {

    @Override
    public void onComplete(AsyncEvent event) {
      LeavingServlet.change(request);
      print(response, "listened");
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  /** Writes without blocking, waits for the gate, and completes the request. */
  private static final class Pieces implements WriteListener {

    private final AsyncContext async;
    private final HttpServletRequest request;
    private final ServletOutputStream out;
    private int left = LeavingServlet.LARGE;

    Pieces(AsyncContext async, HttpServletRequest request) throws IOException {
      this.async = async;
      this.request = request;
      this.out = async.getResponse().getOutputStream();
    }

    @Override
    public void onWritePossible() throws IOException {
      while (left > 0 && out.isReady()) {
        out.write(new byte[PIECE]);
        left -= PIECE;
      }
      if (left == 0) {
        left = -1;
        LeavingServlet.await(request);
        async.complete();
      }
    }

    @Override
    public void onError(Throwable error) {
      async.complete();
    }
  }
}
