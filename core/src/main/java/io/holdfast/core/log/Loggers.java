package io.holdfast.core.log;

/**
 * Makes the loggers of Holdfast's classes.
 *
 * <p>Tomcat's log manager ties a logger to the context class loader of the thread that makes it,
 * and takes its handlers away when the application of that loader stops. Holdfast's classes are
 * initialized while one application starts, and serve all applications, also after that one was
 * reloaded: so their loggers belong to the loader of Holdfast's own jars.
 */
public final class Loggers {

  private Loggers() {}

  public static System.Logger of(Class<?> owner) {
    return named(owner.getName());
  }

  /** A logger with another name, for the messages of a library. */
  public static System.Logger named(String name) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(Loggers.class.getClassLoader());
    try {
      System.Logger logger = System.getLogger(name);
      var unused = logger.isLoggable(System.Logger.Level.ERROR); // the JDK may put off making it
      return logger;
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
