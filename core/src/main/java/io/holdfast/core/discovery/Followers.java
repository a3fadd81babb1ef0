package io.holdfast.core.discovery;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.log.Loggers;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;

/** Those who are told which nodes were found; one that fails keeps it from no other. */
final class Followers {

  private static final System.Logger LOG = Loggers.of(Followers.class);

  private final Set<Consumer<List<NodeAddress>>> all = new CopyOnWriteArraySet<>();

  void add(Consumer<List<NodeAddress>> follower) {
    all.add(follower);
  }

  void remove(Consumer<List<NodeAddress>> follower) {
    all.remove(follower);
  }

  void tell(List<NodeAddress> found) {
    for (Consumer<List<NodeAddress>> follower : all) {
      try {
        follower.accept(found);
      } catch (RuntimeException | LinkageError e) {
        LOG.log(Level.ERROR, "The nodes that were found could not be used: " + found, e);
      }
    }
  }
}
