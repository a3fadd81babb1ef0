package io.holdfast.examples.embedded;

import io.holdfast.core.config.Setting;
import io.holdfast.tomcat.MemcachedSessionManager;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** Serves the shop on 127.0.0.1 until it is told to stop, by SIGTERM or Ctrl-C. */
public final class ShopMain {

  private ShopMain() {}

  /**
   * Starts the shop.
   *
   * @param args the port; the route, another one for each instance; the memcached nodes
   */
  public static void main(String[] args) throws IOException, LifecycleException {
    if (args.length != 3) {
      throw new IllegalArgumentException("usage: PORT ROUTE NODES");
    }
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("shop").toString());
    tomcat.setPort(Integer.parseInt(args[0]));
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getConnector().setProperty("bindOnInit", "false");
    tomcat.getEngine().setJvmRoute(args[1]);

    Context context = tomcat.addContext("", null);
    context.setManager(
        MemcachedSessionManager.builder()
            .memcachedNodes(args[2])
            .transcoderFactoryClass("kryo")
            .allowedClasses(Cart.class.getName())
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(2))
            .build());
    Tomcat.addServlet(context, "cart", new CartServlet()).addMapping("/");

    tomcat.start();
    if (!context.getState().isAvailable()) { // Tomcat itself would go on without it
      tomcat.stop();
      tomcat.destroy();
      throw new IllegalStateException("the shop does not start; the log says why");
    }
    stopWithTheProgram(tomcat);
    tomcat.getServer().await();
  }

  /** Without it, sessions whose backup was not done when the program ends would be lost. */
  private static void stopWithTheProgram(Tomcat tomcat) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    tomcat.stop();
                  } catch (LifecycleException e) {
                    throw new IllegalStateException("the shop does not shut down normally", e);
                  }
                }));
  }
}
