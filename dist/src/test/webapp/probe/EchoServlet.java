package probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Answers with what it was asked. */
public final class EchoServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = request.getInputStream().readAllBytes();
    CRC32 sum = new CRC32();
    sum.update(body);
    response.setContentType("text/plain;charset=UTF-8");
    PrintWriter out = response.getWriter();
    out.println("method=" + request.getMethod());
    out.println("query=" + request.getQueryString());
    out.println("type=" + request.getContentType());
    out.println("header=" + request.getHeader("X-Probe"));
    out.println("locale=" + request.getLocale().toLanguageTag());
    out.println("colour=" + cookie(request.getCookies(), "colour"));
    out.println("length=" + body.length);
    out.println("sum=" + sum.getValue());
    out.println("user=" + request.getRemoteUser());
    out.println("interval=" + request.getSession().getMaxInactiveInterval());
  }

  private static String cookie(Cookie[] cookies, String name) {
    return cookies == null
        ? null
        : Arrays.stream(cookies)
            .filter(cookie -> cookie.getName().equals(name))
            .map(Cookie::getValue)
            .findFirst()
            .orElse(null);
  }
}
