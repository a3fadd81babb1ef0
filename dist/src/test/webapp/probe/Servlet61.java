package probe;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpServletResponse;

/** What Servlet 6.1 added, where it exists; elsewhere what comes closest. */
final class Servlet61 {

  private Servlet61() {}

  static void sendRedirect(HttpServletResponse response, String location) throws IOException {
    try {
      HttpServletResponse.class
          .getMethod("sendRedirect", String.class, int.class)
          .invoke(response, location, HttpServletResponse.SC_FOUND);
    } catch (NoSuchMethodException earlier) {
      response.sendRedirect(location);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  static void write(ServletOutputStream out, ByteBuffer bytes) throws IOException {
    try {
      ServletOutputStream.class.getMethod("write", ByteBuffer.class).invoke(out, bytes);
    } catch (NoSuchMethodException earlier) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      out.write(copy);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
