package probe;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/** What Servlet 6.1 added, where it exists; elsewhere what comes closest, or nothing. */
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

  /** What uses a session without a request; null before 6.1. */
  static Object accessor(HttpSession session) {
    try {
      return HttpSession.class.getMethod("getAccessor").invoke(session);
    } catch (NoSuchMethodException earlier) {
      return null;
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Uses a session so; nothing is called where there is no such session. */
  static void access(Object accessor, Consumer<HttpSession> use) {
    try {
      Class.forName("javax.servlet.http.HttpSession$Accessor")
          .getMethod("access", Consumer.class)
          .invoke(accessor, use);
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof IllegalStateException)) {
        throw new IllegalStateException(e);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
