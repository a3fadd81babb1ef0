package io.holdfast.tomcat.response;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.AsyncContext;
import javax.servlet.ReadListener;
import javax.servlet.ServletException;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpUpgradeHandler;
import javax.servlet.http.PushBuilder;
import javax.servlet.http.WebConnection;
import org.apache.catalina.connector.CoyoteOutputStream;
import org.apache.catalina.connector.ResponseFacade;
import org.jspecify.annotations.Nullable;

/**
 * What a servlet does, as steps in a line of text, such as {@code print first; flush; change}.
 *
 * <p>A step is a word and its value. A value is a text with Java's escapes, {@code #500} for so
 * many digits, {@code x*500} for so many of it, {@code ?step} for what comes of a step, or {@code
 * &word} for what the response or request says. Steps behind {@code later} are those of another
 * thread, steps behind {@code onTimeout} those of a listener.
 */
public final class ResponseSteps {

  private static final long SOON_MILLIS = 100;
  private static final int LARGE_PAGE = 200_000;
  private static final String SENDFILE = "org.apache.tomcat.sendfile.";
  private static final Pattern REPEATED = Pattern.compile("(.*)\\*(\\d+)");

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final Map<String, Runnable> more;
  private @Nullable AsyncContext async;
  private String kept = "";
  private int turn;

  /**
   * Takes steps of one request.
   *
   * @param more steps of the test, such as {@code change}, which the session or exchange notes
   */
  public ResponseSteps(
      HttpServletRequest request, HttpServletResponse response, Map<String, Runnable> more) {
    this.request = request;
    this.response = response;
    this.more = more;
  }

  /** Takes these steps. */
  public void take(String steps) throws IOException, ServletException {
    try {
      take(List.of(steps.split("; ")));
    } catch (IOException | ServletException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private void take(List<String> steps) throws Exception {
    for (int i = 0; i < steps.size(); i++) {
      List<String> rest = steps.subList(i + 1, steps.size());
      switch (steps.get(i)) {
        case "later" -> {
          ResponseSteps other = inAsync(request.startAsync());
          request.getAsyncContext().start(() -> other.takeUnchecked(rest));
          return;
        }
        case "onTimeout", "onTimeout pair" -> {
          AsyncContext started = request.startAsync();
          Listening listening =
              Listening.onTimeout(event -> inAsync(event.getAsyncContext()).takeUnchecked(rest));
          if (steps.get(i).endsWith("pair")) {
            started.addListener(listening, request, response);
          } else {
            started.addListener(listening);
          }
          started.setTimeout(SOON_MILLIS);
          return;
        }
        default -> {
          String[] parts = steps.get(i).split(" ", 2);
          step(parts[0], parts.length == 1 ? "" : parts[1]);
        }
      }
    }
  }

  private ResponseSteps inAsync(AsyncContext context) {
    ResponseSteps steps =
        new ResponseSteps(
            (HttpServletRequest) context.getRequest(),
            (HttpServletResponse) context.getResponse(),
            more);
    steps.async = context;
    return steps;
  }

  private void takeUnchecked(List<String> steps) {
    try {
      take(steps);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private AsyncContext async() {
    return Objects.requireNonNull(async);
  }

  private void step(String word, String value) throws Exception {
    switch (word) {
      case "print" -> response.getWriter().print(value(value));
      case "println" -> response.getWriter().println(value(value));
      case "char" -> response.getWriter().write(Integer.parseInt(value, 16));
      case "pieces" -> printPieces(Integer.parseInt(value));
      case "flushWriter" -> response.getWriter().flush();
      case "close" -> response.getWriter().close();
      case "writer" -> response.getWriter();
      case "out" -> response.getOutputStream().print(value(value));
      case "bytes" -> response.getOutputStream().write(bytes(value));
      case "part" -> response.getOutputStream().write(bytes(value), 7, 9);
      case "buffered" ->
          ((CoyoteOutputStream) response.getOutputStream()).write(ByteBuffer.wrap(bytes(value)));
      case "each" -> {
        for (byte each : bytes(value)) {
          response.getOutputStream().write(each);
        }
      }
      case "body" -> response.getOutputStream().write(request.getInputStream().readAllBytes());
      case "flushStream" -> response.getOutputStream().flush();
      case "closeStream" -> response.getOutputStream().close();
      case "stream" -> response.getOutputStream();
      case "flush" -> response.flushBuffer();
      case "reset" -> response.reset();
      case "resetBuffer" -> response.resetBuffer();
      case "buffer" -> response.setBufferSize(Integer.parseInt(value));
      case "length" -> response.setContentLength(Integer.parseInt(value));
      case "longLength" -> response.setContentLengthLong(Long.parseLong(value));
      case "type" -> response.setContentType(value.isEmpty() ? null : value(value));
      case "charset" -> response.setCharacterEncoding(value.isEmpty() ? null : value);
      case "locale" -> response.setLocale(Locale.forLanguageTag(value));
      case "status" -> response.setStatus(Integer.parseInt(value));
      case "header" -> response.setHeader(name(value), value(value.split(": ", 2)[1]));
      case "addHeader" -> response.addHeader(name(value), value(value.split(": ", 2)[1]));
      case "intHeader" -> response.addIntHeader(value, 7);
      case "dateHeader" -> response.addDateHeader(value, 0);
      case "cookie" -> response.addCookie(new Cookie("fruit", "apple"));
      case "trailers" -> response.setTrailerFields(() -> Map.of("X-Trailer", "last"));
      case "hints" -> ((ResponseFacade) response).sendEarlyHints();
      case "error" -> response.sendError(Integer.parseInt(value));
      case "errorText" -> response.sendError(Integer.parseInt(value), "as asked");
      case "redirect" -> response.sendRedirect(value(value));
      case "fail" -> throw failure(value);
      case "forward" -> request.getRequestDispatcher(value).forward(request, response);
      case "forwardToName" ->
          request.getServletContext().getNamedDispatcher(value).forward(request, response);
      case "include" -> request.getRequestDispatcher(value).include(request, response);
      case "invalidate" -> request.getSession().invalidate();
      case "newId" -> request.changeSessionId();
      case "note" -> request.getSession().setAttribute("outcome", value(value));
      case "keep" -> kept = value(value);
      case "add" -> kept += value(value);
      case "times" -> {
        String[] steps = value.split(" ", 2);
        for (turn = 0; turn < Integer.parseInt(steps[0]); turn++) {
          take(List.of(steps[1].split(", ")));
        }
      }
      case "file" -> sendFile(Integer.parseInt(value));
      case "push" -> push();
      case "upgrade" -> request.upgrade(Lines.class);
      case "async" -> async = request.startAsync();
      case "asyncPair" -> async = request.startAsync(request, response);
      case "complete" -> async().complete();
      case "completeByRequest" -> request.getAsyncContext().complete();
      case "dispatch" -> async().dispatch(value);
      case "timeout" -> request.startAsync().setTimeout(SOON_MILLIS);
      case "thread" -> {
        Thread other = new Thread(() -> takeUnchecked(List.of(value)));
        other.start();
        other.join();
      }
      case "nonBlocking" ->
          response.getOutputStream().setWriteListener(new Writing(Integer.parseInt(value)));
      case "nonBlockingFailure" -> response.getOutputStream().setWriteListener(new Failing());
      case "nonBlockingInput" -> request.getInputStream().setReadListener(new Echo());
      default -> Objects.requireNonNull(more.get(word), word).run();
    }
  }

  private static String name(String header) {
    return header.split(": ", 2)[0];
  }

  private byte[] bytes(String value) throws Exception {
    return value(value).getBytes(StandardCharsets.US_ASCII);
  }

  private String value(String value) throws Exception {
    Matcher repeated = REPEATED.matcher(value);
    return switch (value.isEmpty() ? ' ' : value.charAt(0)) {
      case '#' -> text(Integer.parseInt(value.substring(1)));
      case '?' -> outcome(value.substring(1));
      case '&' -> seen(value.substring(1));
      default ->
          repeated.matches()
              ? repeated.group(1).repeat(Integer.parseInt(repeated.group(2)))
              : value.translateEscapes();
    };
  }

  private String outcome(String step) {
    try {
      take(List.of(step));
      return "done";
    } catch (Exception e) {
      return e.getClass().getName();
    }
  }

  private String seen(String word) throws IOException {
    return switch (word) {
      case "committed" -> "" + response.isCommitted();
      case "turn" -> turn + " " + response.isCommitted();
      case "bufferSize" -> "" + response.getBufferSize();
      case "writerFailed" -> "" + response.getWriter().checkError();
      case "type" -> "" + response.getContentType();
      case "many" -> "" + response.getHeaders("X-Many");
      case "kept" -> kept;
      case "keptLength" -> kept.length() % 10 + "    ";
      case "parameter" -> "a=" + request.getParameter("a");
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static Exception failure(String type) {
    return switch (type) {
      case "servlet" -> new ServletException("as asked");
      case "argument" -> new IllegalArgumentException("as asked");
      default -> new IllegalStateException("as asked");
    };
  }

  private static String text(int length) {
    return "0123456789".repeat(length / 10 + 1).substring(0, length);
  }

  private void change() {
    Objects.requireNonNull(more.get("change")).run();
  }

  private void printPieces(int size) throws IOException {
    for (int i = 0; i < size; i += 100) {
      change();
      response.getWriter().print(text(Math.min(100, size - i)));
    }
  }

  /** Has the connector send the end of a page, if it can. */
  private void sendFile(int length) throws IOException {
    response.setContentType("application/octet-stream");
    response.setContentLength(length);
    if (Objects.equals(request.getAttribute(SENDFILE + "support"), true)) {
      String page = request.getServletContext().getRealPath("/page-200000.txt");
      request.setAttribute(SENDFILE + "filename", page);
      request.setAttribute(SENDFILE + "start", (long) LARGE_PAGE - length);
      request.setAttribute(SENDFILE + "end", (long) LARGE_PAGE);
    } else {
      response.getOutputStream().print("p".repeat(length));
    }
  }

  private void push() throws IOException {
    PushBuilder builder = request.newPushBuilder();
    if (builder != null) {
      builder.path("do/writer/500").push();
      change();
      builder.path("page-8193.txt").push();
    }
    response.getWriter().print(builder == null ? "no push" : "pushed");
  }

  /** Sends two lines, and closes the connection. */
  public static final class Lines implements HttpUpgradeHandler {

    @Override
    public void init(WebConnection connection) {
      try (connection) {
        for (String line : Arrays.asList("one\n", text(20_000))) {
          connection.getOutputStream().print(line);
          connection.getOutputStream().flush();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void destroy() {}
  }

  /** Writes whenever it can without blocking. */
  private final class Writing implements WriteListener {

    private final AsyncContext started = request.startAsync();
    private final ServletOutputStream out = response.getOutputStream();
    private int left;

    Writing(int pieces) throws IOException {
      this.left = pieces;
    }

    @Override
    public void onWritePossible() throws IOException {
      while (left > 0 && out.isReady()) {
        left--;
        change();
        out.write(text(3000).getBytes(StandardCharsets.US_ASCII));
      }
      if (left == 0 && out.isReady()) {
        left = -1;
        started.complete();
      }
    }

    @Override
    public void onError(Throwable error) {
      started.complete();
    }
  }

  /** Fails in the midst of its bytes. */
  private final class Failing implements WriteListener {

    private final AsyncContext started = request.startAsync();

    @Override
    public void onWritePossible() throws IOException {
      response.getOutputStream().write(text(500).getBytes(StandardCharsets.US_ASCII));
      throw new IOException("as asked");
    }

    @Override
    public void onError(Throwable error) {
      change();
      started.complete();
    }
  }

  /** Sends back what it reads. */
  private final class Echo implements ReadListener {

    private final AsyncContext started = request.startAsync();
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    @Override
    public void onDataAvailable() throws IOException {
      ServletInputStream in = request.getInputStream();
      while (in.isReady() && !in.isFinished()) {
        int each = in.read();
        if (each >= 0) {
          read.write(each);
        }
      }
    }

    @Override
    public void onAllDataRead() throws IOException {
      change();
      response.getOutputStream().print("read " + read);
      started.complete();
    }

    @Override
    public void onError(Throwable error) {
      started.complete();
    }
  }
}
