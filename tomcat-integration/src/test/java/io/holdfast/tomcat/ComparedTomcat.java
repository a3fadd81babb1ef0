package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Manager;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;

/** One application three times in an embedded Tomcat: with its own manager, and with ours. */
final class ComparedTomcat implements AutoCloseable {

  /** Whose manager the application has. */
  enum Whose {
    TOMCATS("/plain-"),
    STICKY("/sticky"),
    NON_STICKY("/shared");

    private final String path;

    Whose(String path) {
      this.path = path;
    }

    /** The path of the context, as long as that of the others. */
    String path() {
      return path;
    }
  }

  private final MemcachedNode node = MemcachedNodes.start();
  private final Tomcat tomcat = new Tomcat();

  private ComparedTomcat(Path base) {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getConnector().setProperty("compression", "on");
    tomcat.getConnector().addUpgradeProtocol(new Http2Protocol());
  }

  /**
   * Starts the Tomcat.
   *
   * @param docBase where the application's files lie
   * @param description gets each context before it starts
   */
  static ComparedTomcat start(Path base, Path docBase, Consumer<StandardContext> description) {
    ComparedTomcat started = new ComparedTomcat(base);
    try {
      Files.createDirectories(docBase);
      for (Whose whose : Whose.values()) {
        StandardContext context =
            (StandardContext) started.tomcat.addContext(whose.path(), docBase.toString());
        context.setManager(started.manager(whose));
        description.accept(context);
      }
      started.tomcat.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (LifecycleException e) {
      throw new IllegalStateException("Tomcat does not start", e);
    }
    return started;
  }

  private Manager manager(Whose whose) {
    if (whose == Whose.TOMCATS) {
      return new StandardManager();
    }
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
        .sticky(whose == Whose.STICKY)
        .build();
  }

  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException("Tomcat does not stop", e);
    } finally {
      node.close();
    }
  }
}
