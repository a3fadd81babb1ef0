package io.holdfast.sessions.model;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs work with the web application's class loader as the thread's context class loader. */
public record ContextLoader(ClassLoader loader) {

  <T extends @Nullable Object> T call(Supplier<T> work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
