package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.storage.link.LinkSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Links to the servers that a cluster names. */
final class ClusterRoutesTest {

  private static final NodeAddress NODE = ClusterMapTest.copy(1, 1);

  private final Set<ServerAddress> open = new HashSet<>();

  private final class Source implements LinkSource<ValkeyLink> {

    private final ServerAddress server;

    Source(ServerAddress server) {
      this.server = server;
      open.add(server);
    }

    @Override
    public CompletableFuture<ValkeyLink> current() {
      return new CompletableFuture<>();
    }

    @Override
    public void close() {
      open.remove(server);
    }
  }

  private ClusterRoutes routes() {
    ServerAddress seed = new ServerAddress("seed", 1);
    return new ClusterRoutes(NODE, new ClusterMap(NODE), new Source(seed), Source::new);
  }

  @Test
  void followWhenOneSlotGoesFromServerToServerThenFormerLinksAreClosed() {
    ClusterRoutes routes = routes();

    for (int i = 1; i <= 50; i++) {
      var unused = routes.follow(new ReplyError("MOVED 7 h:" + i), "asked");
    }

    assertEquals(2, open.size(), open::toString);
    routes.close();
    assertEquals(Set.of(), open);
  }

  @Test
  void followWhenEachSlotHasAServerOfItsOwnThenTheirNumberIsBounded() {
    ClusterRoutes routes = routes();

    CompletableFuture<ValkeyLink> last = new CompletableFuture<>();
    for (int i = 1; i <= 600; i++) {
      last = routes.follow(new ReplyError("MOVED %d h:%d".formatted(i, i)), "asked");
    }

    assertTrue(last.isCompletedExceptionally());
    assertEquals(501, open.size());
    routes.close();
  }
}
