package io.holdfast.demo;

import io.holdfast.demo.page.FrontDoor;
import io.holdfast.demo.server.ChildServer;
import io.holdfast.demo.server.Cluster;
import io.holdfast.demo.server.ClusterSettings;
import io.holdfast.demo.server.ServerKind;
import io.holdfast.demo.server.ServerStartException;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.io.IOException;
import java.net.BindException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Starts the demo, says where it is, and ends it with the process. */
public final class DemoMain {

  private final Screen screen;
  private final DemoOptions options;
  private final DemoFolders folders;

  private DemoMain(Screen screen, DemoOptions options, DemoFolders folders) {
    this.screen = screen;
    this.options = options;
    this.folders = folders;
  }

  /**
   * Runs until the process is asked to end.
   *
   * @param arguments {@code --serializer NAME}, {@code --store NAME}, {@code --non-sticky} and
   *     {@code --port NUMBER}
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Screen screen = new Screen(System.out);
    @Nullable DemoOptions options = null;
    try {
      options = DemoOptions.parse(List.of(arguments));
      new DemoMain(screen, options, DemoFolders.fromSystemProperties()).run();
    } catch (IllegalArgumentException e) {
      screen.line("./demo: " + e.getMessage());
      System.exit(2);
    } catch (BindException e) {
      screen.line(
          "./demo: port %d cannot be used (%s); choose another, or --port 0 for any free one"
              .formatted(options == null ? 0 : options.port(), e.getMessage()));
      System.exit(1);
    } catch (ServerStartException e) {
      screen.line("./demo: " + e.getMessage());
      System.exit(1);
    }
  }

  private void run() throws IOException, InterruptedException {
    FrontDoor door = FrontDoor.bind(options.port());
    Cluster cluster =
        Cluster.prepare(
            new ClusterSettings(
                options.serializer(),
                options.store(),
                options.sticky(),
                folders.distribution(),
                folders.catalinaHome(),
                folders.emptyFolder(door.port())));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster), "holdfast-demo-stop"));
    screen.line("Starting (logs are in " + folders.runs().resolve("port-" + door.port()) + ")");
    start(cluster);
    door.open(cluster, facts());
    screen.line("");
    screen.line("  The shop is open:  " + door.address());
    screen.line("  Ctrl-C stops everything.");
    screen.line("");
    new CountDownLatch(1).await();
  }

  private void start(Cluster cluster) {
    if (options.store() == ServerKind.MEMCACHED && !Cluster.isMemcachedReal()) {
      screen.line(
          "  NOTE: there is no memcached on the PATH; an embedded server that speaks its protocol"
              + " stands in.");
    }
    for (ChildServer node : cluster.nodes()) {
      screen.step("%s  %s, port %d".formatted(node.id(), program(), node.port()), node::start);
    }
    List<CompletableFuture<Void>> starts =
        cluster.tomcats().stream()
            .map(tomcat -> CompletableFuture.runAsync(() -> startTomcat(tomcat)))
            .toList();
    try {
      starts.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      if (e.getCause() instanceof ServerStartException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void startTomcat(ChildServer tomcat) {
    String what =
        "%s  Tomcat %s with %s, port %d"
            .formatted(tomcat.id(), folders.tomcatVersion(), options.serializer(), tomcat.port());
    screen.step(what, tomcat::start);
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("tomcat", "Tomcat " + folders.tomcatVersion());
    facts.put("serializer", options.serializer());
    facts.put("store", options.store().name().toLowerCase(Locale.ROOT));
    facts.put("nodes", program());
    facts.put("mode", options.sticky() ? "sticky" : "non-sticky");
    // By it the page knows that what it remembers is of this run.
    facts.put("run", UUID.randomUUID().toString());
    return facts;
  }

  private String program() {
    if (options.store() == ServerKind.VALKEY) {
      return ValkeyProcess.isValkey() ? "Valkey" : "Redis";
    }
    return Cluster.isMemcachedReal() ? "memcached" : "memcached (built-in stand-in)";
  }

  private void stop(Cluster cluster) {
    cluster.close();
    screen.line("Stopped; no process is left.");
  }
}
