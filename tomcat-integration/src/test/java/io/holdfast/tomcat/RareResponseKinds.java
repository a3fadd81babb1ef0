package io.holdfast.tomcat;

import static io.holdfast.tomcat.ResponseKinds.change;
import static io.holdfast.tomcat.ResponseKinds.outcome;
import static io.holdfast.tomcat.ResponseKinds.text;

import io.holdfast.tomcat.ResponseKinds.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import javax.servlet.RequestDispatcher;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpUpgradeHandler;
import javax.servlet.http.PushBuilder;
import javax.servlet.http.WebConnection;
import org.apache.catalina.connector.CoyoteOutputStream;
import org.apache.catalina.connector.ResponseFacade;

/** Kinds of responses that few applications send, and that frameworks send in their corners. */
final class RareResponseKinds {

  private static final String SENDFILE = "org.apache.tomcat.sendfile.";
  private static final int LARGE_PAGE = 200_000;

  private final BiConsumer<String, Kind> kinds;

  private RareResponseKinds(BiConsumer<String, Kind> kinds) {
    this.kinds = kinds;
  }

  /** Hands out all of them with their paths. */
  static void forEach(BiConsumer<String, Kind> kinds) {
    RareResponseKinds all = new RareResponseKinds(kinds);
    all.addLate();
    all.addSessions();
    all.addBuffers();
    all.addLengths();
    all.addTypes();
    all.addHeaders();
    all.addErrors();
    all.addIncludes();
    all.addForwards();
    all.addFiles();
    all.addBodies();
    all.addProtocols();
  }

  private void add(String path, Kind kind) {
    kinds.accept(path, kind);
  }

  /** What comes behind the first bytes, and too late. */
  private void addLate() {
    add(
        "late/exception",
        (request, response) -> {
          response.getWriter().print("first");
          response.flushBuffer();
          change(request);
          throw new ServletException("as asked");
        });
    add(
        "late/exception-stream",
        (request, response) -> {
          response.getOutputStream().print(text(20_000));
          throw new IllegalStateException("as asked");
        });
    add(
        "late/head",
        (request, response) -> {
          response.getWriter().print("first ");
          response.flushBuffer();
          response.addCookie(new Cookie("fruit", "apple"));
          response.setHeader("X-Late", "yes");
          response.setStatus(404);
          response.setContentType("text/html");
          response.setContentLength(3);
          response.setLocale(Locale.JAPANESE);
          response.setCharacterEncoding("UTF-16");
          response.getWriter().print("second \u00e4");
        });
    add(
        "late/nothing",
        (request, response) -> {
          response.flushBuffer();
          change(request);
          response.flushBuffer();
          response.flushBuffer();
        });
    add(
        "late/closed",
        (request, response) -> {
          PrintWriter out = response.getWriter();
          out.print("all");
          out.close();
          out.close();
          out.print("late");
          response.setHeader("X-Late", "yes");
          response.flushBuffer();
          change(request);
        });
  }

  private void addSessions() {
    add(
        "session/end",
        (request, response) -> {
          response.getWriter().print("before ");
          request.getSession().invalidate();
          response.getWriter().print("behind");
        });
    add(
        "session/end-late",
        (request, response) -> {
          response.getWriter().print("before ");
          response.flushBuffer();
          request.getSession().invalidate();
          response.getWriter().print(outcome(() -> change(request)));
        });
    add(
        "session/end-and-new",
        (request, response) -> {
          request.getSession().invalidate();
          change(request);
          response.getWriter().print("new");
        });
    add(
        "session/id",
        (request, response) -> {
          response.getWriter().print(text(100));
          var unused = request.changeSessionId();
          response.getWriter().print(text(9000));
        });
    add(
        "session/id-late",
        (request, response) -> {
          response.flushBuffer();
          response.getWriter().print(outcome(request::changeSessionId));
          change(request);
        });
  }

  private void addBuffers() {
    for (int size : new int[] {0, 1, 100, 8192, 150_000}) { // none that Tomcat would keep
      add(
          "buffer/of/" + size,
          (request, response) -> {
            response.setBufferSize(size);
            for (int i = 0; i < 5; i++) {
              response.getOutputStream().print(text(2000));
              response.setHeader("X-Committed", i + " " + response.isCommitted());
              change(request);
            }
          });
    }
    add(
        "buffer/late",
        (request, response) -> {
          response.getWriter().print(text(10));
          response.getWriter().print(outcome(() -> response.setBufferSize(150_000)));
          response.getWriter().print(response.getBufferSize());
        });
    add(
        "buffer/page",
        (request, response) -> {
          // a page of JSP that forgets what it had, and flushes
          response.getWriter().print(text(8000));
          response.resetBuffer();
          response.getWriter().print(text(8192));
          response.getWriter().flush();
          change(request);
          response.getWriter().print(outcome(response::resetBuffer));
        });
    add(
        "buffer/stream-reset",
        (request, response) -> {
          response.getOutputStream().print(text(5000));
          response.resetBuffer();
          response.getOutputStream().print("again");
        });
    add(
        "buffer/reset-between",
        (request, response) -> {
          response.getOutputStream().print(text(100));
          response.reset();
          response.setContentType("text/plain;charset=UTF-8");
          response.getWriter().print("now a writer \u00e4");
        });
    add(
        "buffer/bytes",
        (request, response) -> {
          ByteBuffer bytes = ByteBuffer.wrap(text(30_000).getBytes(StandardCharsets.US_ASCII));
          ((CoyoteOutputStream) response.getOutputStream()).write(bytes);
          change(request);
          response.getOutputStream().write(text(30_000).getBytes(StandardCharsets.US_ASCII), 7, 9);
        });
  }

  private void addLengths() {
    add(
        "length/flush-short",
        (request, response) -> {
          response.setContentLength(100);
          response.getWriter().print(text(50));
          response.flushBuffer();
        });
    add(
        "length/flush-long",
        (request, response) -> {
          response.setContentLength(100);
          response.getWriter().print(text(80));
          response.flushBuffer();
          change(request);
          response.getWriter().print(text(80));
        });
    add(
        "length/flush-exact",
        (request, response) -> {
          response.setContentLength(50);
          response.getOutputStream().print(text(50));
          change(request);
          response.getOutputStream().flush();
          change(request);
          response.getOutputStream().close();
        });
    add(
        "length/twice",
        (request, response) -> {
          response.setContentLength(10);
          response.setContentLengthLong(20L);
          response.getWriter().print(text(20));
        });
    add(
        "length/reset",
        (request, response) -> {
          response.setContentLength(10);
          response.getWriter().print(text(5));
          response.reset();
          response.getWriter().print(text(30));
        });
    add(
        "length/zero",
        (request, response) -> {
          response.setContentLength(0);
          response.getWriter().print("dropped");
        });
    add(
        "length/none",
        (request, response) -> {
          response.setContentLength(20);
          response.setContentLength(-1);
          response.getWriter().print(text(30));
        });
    add(
        "length/no-number",
        (request, response) -> {
          String outcome = outcome(() -> response.setHeader("Content-Length", "abc"));
          response.getWriter().print(outcome);
        });
    add(
        "length/pieces",
        (request, response) -> {
          response.setContentLength(40_000);
          for (int i = 0; i < 4; i++) {
            response.getOutputStream().print(text(10_000));
            change(request);
          }
        });
  }

  private void addTypes() {
    add(
        "type/none",
        (request, response) -> {
          response.setContentType("text/html;charset=UTF-8");
          response.setContentType(null);
          response.getWriter().print("\u00e4");
        });
    add(
        "type/no-charset",
        (request, response) -> {
          response.setContentType("text/plain");
          response.setCharacterEncoding("UTF-8");
          response.setCharacterEncoding(null);
          response.getWriter().print("\u00e4");
        });
    add(
        "type/header",
        (request, response) -> {
          response.setHeader("Content-Type", "text/plain; charset=utf-8; fruit=apple");
          response.getWriter().print("\u00e4" + response.getContentType());
        });
    add(
        "type/behind-writer",
        (request, response) -> {
          PrintWriter out = response.getWriter();
          response.setContentType("text/html;charset=UTF-16");
          out.print("\u00e4" + response.getContentType());
        });
    add(
        "type/unknown",
        (request, response) -> {
          response.setContentType("text/plain;charset=nope");
          String outcome = outcome(response::getWriter);
          response.setCharacterEncoding("UTF-8");
          response.getWriter().print(outcome);
        });
    add(
        "type/language",
        (request, response) -> {
          response.setLocale(Locale.GERMANY);
          response.setContentType("text/html");
          response.getWriter().print("\u00e4");
          response.setLocale(Locale.JAPAN);
        });
  }

  private void addHeaders() {
    add(
        "header/large",
        (request, response) -> {
          response.setHeader("X-Large", text(10_000));
          response.getWriter().print("small");
        });
    add(
        "header/large-flushed",
        (request, response) -> {
          response.setHeader("X-Large", text(10_000));
          response.getOutputStream().print("small");
          String outcome = outcome(response::flushBuffer);
          response.setHeader("X-Large", outcome);
        });
    add(
        "header/lines",
        (request, response) -> {
          response.setHeader("X-Lines", "a\r\nX-Other: b");
          response.getWriter().print("text");
        });
    add(
        "header/of-tomcat",
        (request, response) -> {
          response.setHeader("Date", "Thu, 01 Jan 1970 00:00:00 GMT");
          response.setHeader("Server", "mine");
          response.setHeader("Connection", "keep-alive");
          response.setHeader("Keep-Alive", "timeout=5");
          response.getWriter().print("text");
        });
    add(
        "header/transfer",
        (request, response) -> {
          response.setHeader("Transfer-Encoding", "chunked");
          response.getWriter().print("text");
        });
    for (int status : new int[] {206, 299, 401, 405, 999}) {
      add(
          "header/status/" + status,
          (request, response) -> {
            response.setStatus(status);
            response.getWriter().print("text");
          });
    }
    add(
        "header/304/body",
        (request, response) -> {
          response.setStatus(304);
          response.setHeader("ETag", "\"1\"");
          response.setContentLength(4);
          response.getWriter().print("text");
          response.flushBuffer();
        });
    add(
        "header/304/reset",
        (request, response) -> {
          response.getWriter().print("text");
          response.resetBuffer();
          response.setStatus(304);
          response.flushBuffer();
          change(request);
        });
    add(
        "header/hints",
        (request, response) -> {
          response.setHeader("Link", "</style.css>; rel=preload");
          ((ResponseFacade) response).sendEarlyHints();
          change(request);
          response.setHeader("X-Then", "more");
          ((ResponseFacade) response).sendEarlyHints();
          response.getWriter().print("text");
        });
  }

  private void addErrors() {
    add(
        "error/stream",
        (request, response) -> {
          response.getOutputStream().print(text(5000));
          response.sendError(404, "as asked");
        });
    for (int status : new int[] {409, 411, 413}) {
      add(
          "error/paged/" + status,
          (request, response) -> {
            response.getWriter().print(text(5000));
            change(request);
            response.sendError(status, "as asked");
          });
    }
    add(
        "error/type",
        (request, response) -> {
          response.getWriter().print("forgotten");
          throw new IllegalArgumentException("as asked");
        });
    add(
        "error/type-late",
        (request, response) -> {
          response.getWriter().print("first");
          response.flushBuffer();
          throw new IllegalArgumentException("as asked");
        });
    add(
        "error/twice",
        (request, response) -> {
          response.sendError(404);
          String outcome = outcome(() -> response.sendError(500, "again"));
          request.getSession().setAttribute("outcome", outcome);
        });
    add(
        "error/reset",
        (request, response) -> {
          response.sendError(404);
          request.getSession().setAttribute("outcome", outcome(response::reset));
          response.getWriter().print("dropped");
        });
    add(
        "error/redirect",
        (request, response) -> {
          response.sendError(404);
          String outcome = outcome(() -> response.sendRedirect("elsewhere"));
          request.getSession().setAttribute("outcome", outcome);
        });
    add(
        "error/closed",
        (request, response) -> {
          response.sendError(404);
          response.getWriter().close();
          change(request);
        });
    add(
        "redirect/stream",
        (request, response) -> {
          response.getOutputStream().print(text(8000));
          change(request);
          response.sendRedirect("/absolute?x=\u00e4");
        });
    add(
        "redirect/error",
        (request, response) -> {
          response.sendRedirect("elsewhere");
          String outcome = outcome(() -> response.sendError(500));
          request.getSession().setAttribute("outcome", outcome);
        });
  }

  private void addIncludes() {
    for (String target :
        new String[] {
          "stream/100",
          "flush/500",
          "head/headers",
          "forward/writer/500",
          "redirect",
          "reset",
          "close/writer",
          "include/do/pieces/500",
          "length/8193",
          "error/410",
          "exception",
          "session/end",
          "session/id",
          "late/exception",
          "async/at-once"
        }) {
      add(
          "included/" + target,
          (request, response) -> {
            response.getWriter().print("before ");
            RequestDispatcher included = request.getRequestDispatcher("/do/" + target);
            String outcome = outcome(() -> included.include(request, response));
            response.getWriter().print(" behind " + outcome);
          });
    }
    for (String target : new String[] {"/page-8193.txt", "/page-20000.txt", "/do/stream/9000"}) {
      add(
          "included-in-stream" + target,
          (request, response) -> {
            response.getOutputStream().print("before ");
            request.getRequestDispatcher(target).include(request, response);
            change(request);
            response.getOutputStream().print(" behind");
          });
    }
  }

  private void addForwards() {
    for (String target :
        new String[] {
          "forward/writer/500",
          "include/do/pieces/24577",
          "async/writer",
          "async/dispatch",
          "exception",
          "flush/500",
          "redirect",
          "close/stream",
          "late/exception",
          "session/end-and-new",
          "nowhere/at-all"
        }) {
      add(
          "forwarded/" + target,
          (request, response) -> {
            response.getWriter().print("forgotten");
            boolean isThere = !target.startsWith("nowhere");
            request
                .getRequestDispatcher((isThere ? "/do/" : "/") + target)
                .forward(request, response);
          });
    }
    for (String target : new String[] {"writer/500", "stream/20000", "error/410", "flush/500"}) {
      add(
          "wrapped/" + target, // by a filter
          (request, response) -> {
            request.getRequestDispatcher("/do/" + target).include(request, response);
            change(request);
          });
    }
  }

  /** Files that the application has the connector send. */
  private void addFiles() {
    for (int length : new int[] {1, 50_000, LARGE_PAGE}) {
      add(
          "file/" + length,
          (request, response) -> {
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
            change(request);
          });
    }
  }

  private void addBodies() {
    add(
        "body/late",
        (request, response) -> {
          response.getOutputStream().print("first ");
          response.flushBuffer();
          change(request);
          response.getOutputStream().write(request.getInputStream().readAllBytes());
        });
    add("body/unread", (request, response) -> response.getWriter().print("unread"));
    add("body/error", (request, response) -> response.sendError(413, "without a look at the body"));
    add(
        "body/parameters",
        (request, response) -> {
          response.getWriter().print("a=" + request.getParameter("a"));
          change(request);
        });
  }

  private void addProtocols() {
    for (int size : new int[] {10, 20_000}) {
      add(
          "trailers/flush/" + size,
          (request, response) -> {
            response.setTrailerFields(() -> Map.of("X-Trailer", "last"));
            response.getWriter().print(text(size));
            response.flushBuffer();
            change(request);
            response.getWriter().print(text(size));
          });
    }
    add(
        "trailers/length",
        (request, response) -> {
          response.setContentLength(10);
          response.getWriter().print(text(5));
          String outcome = outcome(() -> response.setTrailerFields(() -> Map.of("X-Last", "1")));
          response.getWriter().print(outcome.length() % 10 + "    ");
        });
    add(
        "trailers/late",
        (request, response) -> {
          response.flushBuffer();
          response
              .getWriter()
              .print(outcome(() -> response.setTrailerFields(() -> Map.of("X-Last", "1"))));
        });
    add(
        "push",
        (request, response) -> {
          PushBuilder builder = request.newPushBuilder();
          if (builder != null) {
            builder.path("do/writer/500").push();
            change(request);
            builder.path("page-8193.txt").push();
          }
          response.getWriter().print(builder == null ? "no push" : "pushed");
        });
    add(
        "upgrade",
        (request, response) -> {
          response.setHeader("Upgrade", "lines");
          response.setHeader("Connection", "upgrade");
          change(request);
          var unused = request.upgrade(Lines.class);
        });
  }

  /** Sends two lines, and closes the connection. */
  public static final class Lines implements HttpUpgradeHandler {

    @Override
    public void init(WebConnection connection) {
      try (connection) {
        connection.getOutputStream().print("one\n");
        connection.getOutputStream().flush();
        connection.getOutputStream().print(text(20_000));
        connection.getOutputStream().flush();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void destroy() {}
  }

  /** What a filter does that has the application's bytes first. */
  static void wrap(ServletRequest request, ServletResponse response, WrappedStep step)
      throws IOException, ServletException {
    KeptResponse kept = new KeptResponse((HttpServletResponse) response);
    step.go(request, kept);
    byte[] bytes = kept.bytes();
    change((HttpServletRequest) request);
    if (!response.isCommitted()) {
      response.setContentLength(bytes.length + 1);
    }
    response.getOutputStream().write('<');
    response.getOutputStream().write(bytes);
  }

  /** The rest of the chain. */
  interface WrappedStep {
    void go(ServletRequest request, ServletResponse response) throws IOException, ServletException;
  }
}
