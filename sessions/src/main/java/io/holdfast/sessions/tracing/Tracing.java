package io.holdfast.sessions.tracing;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.core.transcoder.JarPlace;
import io.holdfast.sessions.store.SessionStore;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Carries the trace of a request to the threads that save its session. Where sessions are not
 * traced, nothing here is called, and OpenTelemetry's jars need not be there.
 */
public final class Tracing {

  private static final List<String> NEEDED =
      List.of("io.opentelemetry.api.GlobalOpenTelemetry", "io.opentelemetry.context.Context");

  private Tracing() {}

  /**
   * Refuses {@code tracing="true"} without OpenTelemetry's API.
   *
   * @param loader of Holdfast's own classes
   * @throws ConfigurationException that names the jars
   */
  public static void check(ClassLoader loader) {
    for (String name : NEEDED) {
      try {
        Class.forName(name, false, loader);
      } catch (ClassNotFoundException e) {
        ConfigurationException missing =
            new ConfigurationException(
                Setting.TRACING,
                "true",
                "class %s was not found; %s"
                    .formatted(
                        name,
                        JarPlace.ofLibrary(
                            "io.opentelemetry",
                            "opentelemetry-api",
                            "opentelemetry-context",
                            "opentelemetry-common")));
        missing.initCause(e);
        throw missing;
      }
    }
  }

  /** The same store, which shows in traces what it does for an application. */
  public static SessionStore of(SessionStore store, String application) {
    return new TracedStore(store, application);
  }

  /** Runs tasks in the trace of the thread that has given them. */
  public static Executor carrying(Executor threads) {
    return Context.taskWrapping(threads);
  }

  /** A save that is in the trace of this thread, whichever thread it runs on. */
  public static <T> Supplier<T> carried(Supplier<T> save) {
    return Context.current().wrapSupplier(save);
  }
}
