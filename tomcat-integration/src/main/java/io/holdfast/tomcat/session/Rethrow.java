package io.holdfast.tomcat.session;

import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;

/**
 * Throws a checked exception past the compiler. The next valve may throw the servlet API's
 * exception, whose name differs between Tomcats, so nothing here can declare it.
 */
public final class Rethrow {

  private Rethrow() {}

  /** Passes a request on to the next valve. */
  public static void proceed(Valve next, Request request, Response response) {
    try {
      next.invoke(request, response);
    } catch (Exception e) {
      throw Rethrow.<RuntimeException>unchecked(e);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <E extends Exception> RuntimeException unchecked(Exception exception) throws E {
    throw (E) exception;
  }
}
