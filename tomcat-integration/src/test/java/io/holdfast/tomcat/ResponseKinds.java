package io.holdfast.tomcat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ReadListener;
import javax.servlet.ServletException;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** Kinds of responses, by their paths: what a servlet does, whose session changes meanwhile. */
final class ResponseKinds extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final long SOON_MILLIS = 100;
  private static final String TIMEOUTS = "async/timeout";

  /** Around the limits of Tomcat's buffers, of 8,192 bytes and characters. */
  private static final List<Integer> SIZES =
      List.of(0, 1, 500, 8191, 8192, 8193, 16_383, 16_384, 16_385, 24_577, 100_000);

  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  /** What a servlet does. */
  @FunctionalInterface
  interface Kind {
    void give(HttpServletRequest request, HttpServletResponse response) throws Exception;
  }

  static {
    SIZES.forEach(ResponseKinds::addSizes);
    addEncodings();
    addLengths();
    addBuffers();
    addErrors();
    addDispatches();
    addHeads();
    addAsynchronous();
    addAsynchronousEnds();
    RareResponseKinds.forEach(ResponseKinds::add);
  }

  /** The paths below the servlet's, but of those that end by a time limit. */
  static List<String> paths() {
    return KINDS.keySet().stream().filter(path -> !path.startsWith(TIMEOUTS)).toList();
  }

  /** The paths of requests that Tomcat ends at a time limit, after which it looks once a second. */
  static List<String> timeoutPaths() {
    return KINDS.keySet().stream().filter(path -> path.startsWith(TIMEOUTS)).toList();
  }

  private static void add(String path, Kind kind) {
    KINDS.put(path, kind);
  }

  static String text(int length) {
    return "0123456789".repeat(length / 10 + 1).substring(0, length);
  }

  static void change(HttpServletRequest request) {
    request.getSession().setAttribute("changed", System.nanoTime());
  }

  private static void addSizes(int size) {
    add("writer/" + size, (request, response) -> response.getWriter().print(text(size)));
    add(
        "stream/" + size,
        (request, response) ->
            response.getOutputStream().write(text(size).getBytes(StandardCharsets.US_ASCII)));
    add(
        "pieces/" + size,
        (request, response) -> {
          for (int i = 0; i < size; i += 100) {
            change(request);
            response.getWriter().print(text(Math.min(100, size - i)));
          }
        });
    add(
        "bytes/" + size,
        (request, response) -> {
          for (byte each : text(size).getBytes(StandardCharsets.US_ASCII)) {
            response.getOutputStream().write(each);
          }
        });
    add(
        "length/" + size,
        (request, response) -> {
          response.setContentLength(size);
          response.getWriter().print(text(size));
          change(request);
        });
    add(
        "flush/" + size,
        (request, response) -> {
          response.getWriter().print(text(size));
          response.flushBuffer();
          change(request);
          response.getWriter().print(text(size));
        });
  }

  private static void addEncodings() {
    String letters = "a\u00e4\u3042\ud834\udd1e";
    for (String charset :
        List.of("UTF-8", "ISO-8859-1", "UTF-16", "Shift_JIS", "ISO-2022-JP", "GB18030")) {
      for (int repeats : new int[] {1, 2000, 9000}) {
        add(
            "encoding/" + charset + "/" + repeats,
            (request, response) -> {
              response.setContentType("text/plain;charset=" + charset);
              PrintWriter out = response.getWriter();
              out.print(letters.repeat(repeats));
              change(request);
              out.println(letters);
            });
      }
    }
    add(
        "encoding/halves",
        (request, response) -> {
          response.setCharacterEncoding("UTF-8");
          PrintWriter out = response.getWriter();
          out.print(text(8191));
          out.write('\ud834');
          change(request);
          out.write('\udd1e');
          out.print("x");
        });
    add(
        "encoding/late",
        (request, response) -> {
          response.setContentType("text/plain;charset=UTF-8");
          PrintWriter out = response.getWriter();
          response.setCharacterEncoding("UTF-16");
          out.print(letters);
        });
    add(
        "encoding/locale",
        (request, response) -> {
          response.setLocale(Locale.JAPANESE);
          response.setContentType("text/html");
          response.getWriter().print(letters);
        });
  }

  private static void addLengths() {
    add(
        "length/short",
        (request, response) -> {
          response.setContentLength(100);
          response.getOutputStream().print(text(50));
        });
    add(
        "length/long",
        (request, response) -> {
          response.setContentLength(100);
          response.getOutputStream().print(text(150));
        });
    add(
        "length/header",
        (request, response) -> {
          response.setHeader("Content-Length", "20");
          response.getOutputStream().print(text(20));
        });
    add(
        "length/late",
        (request, response) -> {
          response.getOutputStream().print(text(10_000));
          response.setContentLength(5);
        });
  }

  private static void addBuffers() {
    add(
        "buffer/large",
        (request, response) -> {
          response.setBufferSize(150_000); // so large that Tomcat does not keep it
          response.getOutputStream().print(text(140_000));
          response.setHeader("X-Committed", "" + response.isCommitted());
          change(request);
        });
    add(
        "buffer/reset",
        (request, response) -> {
          response.getWriter().print(text(100));
          response.setHeader("X-Kept", "yes");
          response.resetBuffer();
          response.getWriter().print("again");
        });
    add(
        "reset",
        (request, response) -> {
          response.getWriter().print(text(100));
          response.setHeader("X-Gone", "yes");
          response.setStatus(404);
          response.reset();
          response.getOutputStream().print("again");
        });
    add(
        "reset/late",
        (request, response) -> {
          response.getWriter().print("first");
          response.flushBuffer();
          response.getWriter().print(outcome(response::reset));
          response.getWriter().print(outcome(response::resetBuffer));
        });
    add(
        "close/writer",
        (request, response) -> {
          response.getWriter().print("all");
          response.getWriter().close();
          change(request);
          response.getWriter().print("late");
        });
    add(
        "close/stream",
        (request, response) -> {
          response.getOutputStream().print("all");
          response.getOutputStream().close();
          change(request);
        });
    add(
        "flush/empty",
        (request, response) -> {
          response.flushBuffer();
          response.setHeader("X-Late", "yes");
        });
    add(
        "flush/often",
        (request, response) -> {
          for (int i = 0; i < 20; i++) {
            change(request);
            response.getWriter().print(i);
            response.getWriter().flush();
          }
        });
    add(
        "both",
        (request, response) -> {
          response.getWriter().print("text ");
          response.getWriter().print(outcome(response::getOutputStream));
        });
    add(
        "states",
        (request, response) -> {
          StringBuilder seen = new StringBuilder();
          for (int i = 0; i < 30; i++) {
            change(request);
            response.getWriter().print(text(700));
            seen.append(response.isCommitted() ? 'c' : '-');
          }
          response
              .getWriter()
              .print(seen + " " + response.getBufferSize() + response.getWriter().checkError());
        });
  }

  static String outcome(Step step) {
    try {
      step.take();
      return "done";
    } catch (Exception e) {
      return e.getClass().getName();
    }
  }

  interface Step {
    void take() throws Exception;
  }

  private static void addErrors() {
    for (int status : new int[] {400, 404, 410, 500, 503}) {
      add(
          "error/" + status,
          (request, response) -> {
            response.getWriter().print("forgotten");
            response.sendError(status, "as asked");
            change(request);
          });
      add("status/" + status, (request, response) -> response.setStatus(status));
    }
    add(
        "error/late",
        (request, response) -> {
          response.getWriter().print(text(20_000));
          response.getWriter().print(outcome(() -> response.sendError(500)));
        });
    add(
        "error/written",
        (request, response) -> {
          response.sendError(404);
          response.getWriter().print("dropped");
          response.flushBuffer();
        });
    add(
        "exception",
        (request, response) -> {
          response.getWriter().print("forgotten");
          throw new ServletException("as asked");
        });
    add(
        "redirect",
        (request, response) -> {
          response.getWriter().print("forgotten");
          response.sendRedirect("elsewhere?x=1");
          response.getWriter().print("dropped");
        });
    add(
        "redirect/late",
        (request, response) -> {
          response.flushBuffer();
          response.getWriter().print(outcome(() -> response.sendRedirect("elsewhere")));
        });
  }

  private static void addDispatches() {
    for (String target : List.of("writer/500", "writer/24577", "stream/8192", "error/410")) {
      add(
          "forward/" + target,
          (request, response) -> {
            response.getWriter().print("forgotten");
            request.getRequestDispatcher("/do/" + target).forward(request, response);
            change(request);
            response.getWriter().print("dropped");
          });
    }
    add(
        "forward/page",
        (request, response) ->
            request.getRequestDispatcher("/page-8193.txt").forward(request, response));
    add(
        "forward/late",
        (request, response) -> {
          response.flushBuffer();
          response
              .getWriter()
              .print(
                  outcome(
                      () ->
                          request.getRequestDispatcher("/do/writer/1").forward(request, response)));
        });
    for (String target : List.of("/do/pieces/500", "/do/pieces/24577", "/page-8193.txt")) {
      add(
          "include" + target,
          (request, response) -> {
            response.getWriter().print("before ");
            request.getRequestDispatcher(target).include(request, response);
            change(request);
            response.getWriter().print(" behind");
          });
    }
  }

  private static void addHeads() {
    for (int status : new int[] {201, 204, 205, 304}) {
      add(
          "head/" + status,
          (request, response) -> {
            response.setStatus(status);
            response.setHeader("X-Some", "header");
            change(request);
          });
    }
    add(
        "head/204/body",
        (request, response) -> {
          response.setStatus(204);
          response.getWriter().print("not for 204");
          response.flushBuffer();
        });
    add(
        "head/headers",
        (request, response) -> {
          response.addHeader("X-Many", "one");
          response.addHeader("X-Many", "two");
          response.addIntHeader("X-Int", 7);
          response.addDateHeader("Last-Modified", 0);
          response.addCookie(new Cookie("fruit", "apple"));
          response.getWriter().print(response.getHeaders("X-Many"));
        });
    add(
        "head/trailers",
        (request, response) -> {
          response.setHeader("Trailer", "X-Trailer");
          response.setTrailerFields(() -> Map.of("X-Trailer", "last"));
          response.getWriter().print(text(20_000));
        });
    add(
        "head/body-read",
        (request, response) -> {
          byte[] body = request.getInputStream().readAllBytes();
          response.getOutputStream().write(body);
        });
    add("head/closing", (request, response) -> response.setHeader("Connection", "close"));
  }

  private static void addAsynchronous() {
    async("complete", AsyncContext::complete);
    async(
        "writer",
        async -> {
          async.getResponse().getWriter().print(text(20_000));
          async.complete();
        });
    async(
        "small",
        async -> {
          async.getResponse().getWriter().print("small");
          async.complete();
        });
    async(
        "flush",
        async -> {
          async.getResponse().getWriter().print("first ");
          async.getResponse().flushBuffer();
          change((HttpServletRequest) async.getRequest());
          async.getResponse().getWriter().print("second");
          async.complete();
        });
    async(
        "close",
        async -> {
          async.getResponse().getOutputStream().print(text(9000));
          async.getResponse().getOutputStream().close();
          async.complete();
        });
    async("dispatch", async -> async.dispatch("/do/writer/24577"));
    async("dispatch-page", async -> async.dispatch("/page-8193.txt"));
    async("dispatch-error", async -> async.dispatch("/do/error/410"));
    add("async/at-once", (request, response) -> request.startAsync().complete());
    add(
        "async/timeout",
        (request, response) -> {
          response.getWriter().print("forgotten");
          request.startAsync().setTimeout(SOON_MILLIS);
        });
    add(
        "async/timeout-listened",
        (request, response) -> {
          AsyncContext async = request.startAsync();
          async.addListener(
              new Listening(
                  late -> {
                    late.getResponse().getWriter().print("listened");
                    late.complete();
                  }));
          async.setTimeout(SOON_MILLIS);
        });
    for (int pieces : new int[] {1, 10, 100, 1500}) {
      add(
          "async/non-blocking/" + pieces,
          (request, response) -> {
            AsyncContext async = request.startAsync();
            response.getOutputStream().setWriteListener(new Writing(async, pieces));
          });
    }
  }

  /** Ends of asynchronous requests that are not simply complete. */
  private static void addAsynchronousEnds() {
    async(
        "error",
        async -> {
          async.getResponse().getWriter().print("forgotten");
          ((HttpServletResponse) async.getResponse()).sendError(410, "as asked");
          async.complete();
        });
    async(
        "redirect",
        async -> {
          ((HttpServletResponse) async.getResponse()).sendRedirect("elsewhere");
          async.complete();
        });
    async(
        "reset",
        async -> {
          async.getResponse().getWriter().print(text(5000));
          async.getResponse().reset();
          async.getResponse().getOutputStream().print("again");
          async.complete();
        });
    async(
        "include",
        async -> {
          async
              .getRequest()
              .getRequestDispatcher("/do/pieces/500")
              .include(async.getRequest(), async.getResponse());
          async.complete();
        });
    async("dispatch-twice", async -> async.dispatch("/do/async/dispatch"));
    async("dispatch-exception", async -> async.dispatch("/do/exception"));
    async("dispatch-late-exception", async -> async.dispatch("/do/late/exception"));
    add(
        "async/error-in-servlet",
        (request, response) -> {
          AsyncContext async = request.startAsync();
          response.sendError(410, "as asked");
          async.complete();
        });
    add(
        "async/exception",
        (request, response) -> {
          var unused = request.startAsync();
          response.getWriter().print("forgotten");
          throw new ServletException("as asked");
        });
    add(
        "async/timeout-late",
        (request, response) -> {
          response.getWriter().print("first");
          response.flushBuffer();
          request.startAsync().setTimeout(SOON_MILLIS);
        });
    add(
        "async/timeout-dispatch",
        (request, response) -> {
          AsyncContext async = request.startAsync();
          async.addListener(new Listening(event -> event.dispatch("/do/writer/500")));
          async.setTimeout(SOON_MILLIS);
        });
    add(
        "async/timeout-error",
        (request, response) -> {
          AsyncContext async = request.startAsync();
          async.addListener(
              new Listening(
                  event -> {
                    ((HttpServletResponse) event.getResponse()).sendError(410);
                    event.complete();
                  }));
          async.setTimeout(SOON_MILLIS);
        });
    add(
        "async/timeout-exception",
        (request, response) -> {
          AsyncContext async = request.startAsync();
          async.addListener(
              new Listening(
                  event -> {
                    throw new IllegalStateException("as asked");
                  }));
          async.setTimeout(SOON_MILLIS);
        });
    add(
        "async/non-blocking-exception",
        (request, response) -> {
          AsyncContext async = request.startAsync();
          response.getOutputStream().setWriteListener(new Failing(async));
        });
    add(
        "async/non-blocking-input",
        (request, response) -> {
          AsyncContext async = request.startAsync();
          request.getInputStream().setReadListener(new Echo(async));
        });
  }

  private interface Later {
    void go(AsyncContext async) throws Exception;
  }

  /** Another thread goes on when the servlet has returned, as far as that can be told. */
  private static void async(String name, Later later) {
    add(
        "async/" + name,
        (request, response) -> {
          AsyncContext async = request.startAsync();
          async.start(
              () -> {
                try {
                  change(request);
                  later.go(async);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
        });
  }

  /** Goes on when the time has passed. */
  private record Listening(Later later) implements AsyncListener {

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
      change((HttpServletRequest) event.getAsyncContext().getRequest());
      try {
        later.go(event.getAsyncContext());
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  /** Writes whenever it can without blocking. */
  private static final class Writing implements WriteListener {

    private final AsyncContext async;
    private final ServletOutputStream out;
    private int left;

    Writing(AsyncContext async, int pieces) throws IOException {
      this.async = async;
      this.out = async.getResponse().getOutputStream();
      this.left = pieces;
    }

    @Override
    public void onWritePossible() throws IOException {
      while (left > 0 && out.isReady()) {
        left--;
        change((HttpServletRequest) async.getRequest());
        out.write(text(3000).getBytes(StandardCharsets.US_ASCII));
      }
      if (left == 0 && out.isReady()) {
        left = -1;
        async.complete();
      }
    }

    @Override
    public void onError(Throwable error) {
      async.complete();
    }
  }

  /** Fails in the midst of its bytes. */
  private record Failing(AsyncContext async) implements WriteListener {

    @Override
    public void onWritePossible() throws IOException {
      async.getResponse().getOutputStream().write(text(500).getBytes(StandardCharsets.US_ASCII));
      throw new IOException("as asked");
    }

    @Override
    public void onError(Throwable error) {
      change((HttpServletRequest) async.getRequest());
      async.complete();
    }
  }

  /** Sends back what it reads. */
  private static final class Echo implements ReadListener {

    private final AsyncContext async;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    Echo(AsyncContext async) {
      this.async = async;
    }

    @Override
    public void onDataAvailable() throws IOException {
      ServletInputStream in = async.getRequest().getInputStream();
      while (in.isReady() && !in.isFinished()) {
        int each = in.read();
        if (each >= 0) {
          read.write(each);
        }
      }
    }

    @Override
    public void onAllDataRead() throws IOException {
      change((HttpServletRequest) async.getRequest());
      async.getResponse().getOutputStream().print("read " + read);
      async.complete();
    }

    @Override
    public void onError(Throwable error) {
      async.complete();
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    change(request);
    Kind kind = Objects.requireNonNull(KINDS.get(pathOf(request)));
    try {
      kind.give(request, response);
    } catch (IOException | ServletException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private static String pathOf(HttpServletRequest request) {
    @Nullable Object included = request.getAttribute("javax.servlet.include.path_info");
    return (included == null ? request.getPathInfo() : included.toString()).substring(1);
  }
}
