package io.holdfast.tomcat.response;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** The redirect with a status that Servlet 6.1 added, called where it exists. */
public final class StatusRedirect {

  private final @Nullable MethodHandle method;

  private StatusRedirect(@Nullable MethodHandle method) {
    this.method = method;
  }

  /** Looks for the method in the interface of responses. */
  public static StatusRedirect of(Class<?> responseType) {
    MethodType signature =
        MethodType.methodType(void.class, String.class, int.class, boolean.class);
    try {
      return new StatusRedirect(
          MethodHandles.publicLookup().findVirtual(responseType, "sendRedirect", signature));
    } catch (NoSuchMethodException olderThan61) {
      return new StatusRedirect(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("Not public: sendRedirect of " + responseType, e);
    }
  }

  /**
   * Redirects.
   *
   * @param clearBuffer whether what was written so far is dropped
   * @throws UnsupportedOperationException before Servlet 6.1, whose callers are the first
   */
  public void send(Object response, String location, int status, boolean clearBuffer)
      throws IOException {
    if (method == null) {
      throw new UnsupportedOperationException("sendRedirect with a status needs Servlet 6.1");
    }
    try {
      method.invoke(response, location, status, clearBuffer);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("sendRedirect does not declare " + e, e);
    }
  }
}
