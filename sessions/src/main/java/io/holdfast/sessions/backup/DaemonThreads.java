package io.holdfast.sessions.backup;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates daemon threads that inherit nothing from the thread that asks for them: neither its
 * context class loader nor its inheritable thread-locals, which may belong to a web application;
 * nor, on JDK 17, the access control context of its stack, which would hold the loaders of all code
 * on it.
 */
public final class DaemonThreads implements ThreadFactory {

  private final String namePrefix;
  private final ClassLoader contextClassLoader;
  private final AtomicInteger created = new AtomicInteger();

  public DaemonThreads(String namePrefix, ClassLoader contextClassLoader) {
    this.namePrefix = namePrefix;
    this.contextClassLoader = contextClassLoader;
  }

  @Override
  @SuppressWarnings("removal") // a JDK on which it does nothing holds no such context either
  public Thread newThread(Runnable work) {
    String name = namePrefix + "-" + created.incrementAndGet();
    PrivilegedAction<Thread> creation = () -> new Thread(null, work, name, 0, false);
    Thread thread = AccessController.doPrivileged(creation);
    thread.setDaemon(true);
    thread.setContextClassLoader(contextClassLoader);
    return thread;
  }
}
