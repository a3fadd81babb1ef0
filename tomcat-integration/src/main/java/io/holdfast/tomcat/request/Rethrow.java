package io.holdfast.tomcat.request;

/**
 * Throws a checked exception past the compiler. The next valve may throw the servlet API's
 * exception, whose name differs between Tomcats, so nothing here can declare it.
 */
public final class Rethrow {

  private Rethrow() {}

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <E extends Exception> RuntimeException unchecked(Exception exception) throws E {
    throw (E) exception;
  }
}
