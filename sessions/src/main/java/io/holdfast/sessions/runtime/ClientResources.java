package io.holdfast.sessions.runtime;

import io.holdfast.core.discovery.Discoveries;
import io.holdfast.sessions.backup.CommonThreads;
import io.holdfast.sessions.directory.RunningTomcat;
import org.jspecify.annotations.Nullable;

/**
 * What the web applications of one Tomcat share: connections to the nodes, discoveries of nodes, a
 * timer, and threads for backups. They exist while an application uses them: the last one that
 * stops closes them, and one that starts later creates new ones.
 */
public final class ClientResources {

  private final RunningTomcat tomcat = new RunningTomcat();
  private final ClassLoader ownLoader;
  private int users;
  private @Nullable Open open;

  /** What is there while an application uses it. */
  record Open(CommonThreads threads, NodeClients clients, Discoveries discoveries) {}

  /** Its threads will have this context class loader, that of Holdfast. */
  public ClientResources(ClassLoader ownLoader) {
    this.ownLoader = ownLoader;
  }

  /** The Tomcat of the web applications. */
  RunningTomcat tomcat() {
    return tomcat;
  }

  /** Begins to use it. */
  synchronized Use use() {
    Open now = open;
    if (now == null) {
      CommonThreads threads = new CommonThreads("holdfast", ownLoader);
      now =
          new Open(
              threads,
              new NodeClients(threads.timer(), ownLoader),
              new Discoveries(threads.timer(), threads::single));
      open = now;
    }
    users++;
    return new Use(now);
  }

  /** One application's use. */
  final class Use implements AutoCloseable {

    final Open opened;
    private boolean closed;

    private Use(Open opened) {
      this.opened = opened;
    }

    /** To be called when the application uses no thread and no connection any more. */
    @Override
    public void close() {
      synchronized (ClientResources.this) {
        if (closed) {
          return;
        }
        closed = true;
        users--;
        if (users > 0) {
          return;
        }
        open = null;
      }
      opened.threads.close();
    }
  }
}
