package io.holdfast.tomcat;

import io.holdfast.tomcat.response.ResponseSteps;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** Kinds of responses, by their paths: what a servlet does, whose session changes meanwhile. */
final class ResponseKinds extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final String TIMEOUTS = "async/timeout";

  /** Around the limits of Tomcat's buffers, of 8,192 bytes and characters. */
  private static final String SIZES = "{0 1 500 8191 8192 8193 16383 16384 16385 24577 100000}";

  private static final Map<String, String> KINDS = new LinkedHashMap<>();

  static {
    try (InputStream kinds = ResponseKinds.class.getResourceAsStream("response-kinds.txt")) {
      new String(Objects.requireNonNull(kinds).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.replace("{sizes}", SIZES).split(" \\| "))
          .forEach(kind -> add(kind[0], kind[1], 1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(String path, String steps, int words) {
    int from = path.indexOf('{');
    int to = path.indexOf('}');
    if (from < 0) {
      KINDS.put(path, steps);
    } else {
      for (String word : path.substring(from + 1, to).split(" ")) {
        add(
            path.substring(0, from) + word + path.substring(to + 1),
            steps.replace("$" + words, word),
            words + 1);
      }
    }
  }

  /** The paths below the servlet's, but of those that end by a time limit. */
  static List<String> paths() {
    return KINDS.keySet().stream().filter(path -> !path.startsWith(TIMEOUTS)).toList();
  }

  /** The paths of requests that Tomcat ends at a time limit, after which it looks once a second. */
  static List<String> timeoutPaths() {
    return KINDS.keySet().stream().filter(path -> path.startsWith(TIMEOUTS)).toList();
  }

  static void change(HttpServletRequest request) {
    request.getSession().setAttribute("changed", System.nanoTime());
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    change(request);
    new ResponseSteps(request, response, Map.of("change", () -> change(request)))
        .take(Objects.requireNonNull(KINDS.get(pathOf(request))));
  }

  private static String pathOf(HttpServletRequest request) {
    @Nullable Object included = request.getAttribute("javax.servlet.include.path_info");
    return (included == null ? request.getPathInfo() : included.toString()).substring(1);
  }
}
