package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.log.Loggers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which server of a cluster has which slots, as one of its servers told last. */
final class ClusterMap {

  private static final System.Logger LOG = Loggers.of(ClusterMap.class);
  private final NodeAddress node;
  private volatile View view = new View(unowned(), Set.of(), Set.of());
  private boolean isTold;

  /** Knows of no server yet. */
  ClusterMap(NodeAddress node) {
    this.node = node;
  }

  /**
   * What is known.
   *
   * @param owners of each slot; null for none
   * @param all servers, with replicas
   */
  private record View(
      List<@Nullable ServerAddress> owners, Set<ServerAddress> primaries, Set<ServerAddress> all) {}

  /** The primary that has a slot; null if none is known. */
  @Nullable ServerAddress ownerOf(int slot) {
    return view.owners().get(slot);
  }

  /** The primaries that have slots. */
  Set<ServerAddress> primaries() {
    return view.primaries();
  }

  /** All servers, with replicas. */
  Set<ServerAddress> all() {
    return view.all();
  }

  /** Notes what a server said of one slot: {@code MOVED}. */
  synchronized void moved(int slot, ServerAddress owner) {
    List<@Nullable ServerAddress> owners = new ArrayList<>(view.owners());
    owners.set(slot, owner);
    use(owners, view.all());
  }

  /**
   * Takes an answer to {@code CLUSTER SLOTS}.
   *
   * @param asked the server that answered, for a host that it leaves out
   * @return a former primary that has no slot any more; null if there is none
   */
  synchronized @Nullable ServerAddress take(@Nullable Object reply, String asked)
      throws IOException {
    if (reply instanceof ReplyError error) {
      throw new IOException(error.description());
    }
    List<@Nullable ServerAddress> owners = unowned();
    Set<ServerAddress> all = new LinkedHashSet<>();
    for (Object each : list(reply, 0)) {
      List<?> range = list(each, 3);
      int first = number(range.get(0), Slots.COUNT - 1);
      int last = number(range.get(1), Slots.COUNT - 1);
      for (Object server : range.subList(2, range.size())) {
        all.add(server(server, asked));
      }
      ServerAddress primary = server(range.get(2), asked);
      for (int slot = first; slot <= last; slot++) {
        owners.set(slot, primary);
      }
    }
    Set<ServerAddress> before = new HashSet<>(view.primaries());
    use(owners, Set.copyOf(all));
    before.removeAll(view.primaries());
    tellOfSharedShards();
    return before.isEmpty() ? null : before.iterator().next();
  }

  private static List<@Nullable ServerAddress> unowned() {
    return new ArrayList<>(Collections.<@Nullable ServerAddress>nCopies(Slots.COUNT, null));
  }

  private void use(List<@Nullable ServerAddress> owners, Set<ServerAddress> all) {
    Set<ServerAddress> primaries =
        owners.stream().filter(Objects::nonNull).collect(Collectors.toUnmodifiableSet());
    view = new View(owners, primaries, all);
  }

  /** Where both copies of a session lie on one shard, its loss loses the session. */
  private void tellOfSharedShards() {
    int shared = 0;
    for (int slot = 0; slot < Slots.COUNT / 2; slot++) {
      ServerAddress owner = ownerOf(slot);
      if (owner != null && owner.equals(ownerOf(slot + Slots.COUNT / 2))) {
        shared++;
      }
    }
    boolean isShared = shared > 0;
    if (isShared && !isTold && node.cluster() != null && node.cluster().number() == 1) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Valkey cluster {0}: both copies of {1} % of the sessions lie on one shard; move slots so"
              + " that each is on another shard than the one 8192 above it.",
          node.cluster().seeds(),
          String.format(Locale.ROOT, "%.1f", shared * 100.0 / (Slots.COUNT / 2)));
    }
    isTold = isShared;
  }

  private static List<?> list(@Nullable Object reply, int least) throws IOException {
    if (!(reply instanceof List<?> list) || list.size() < least) {
      throw nonsense();
    }
    return list;
  }

  private static int number(@Nullable Object reply, int most) throws IOException {
    if (!(reply instanceof Long number) || number < 0 || number > most) {
      throw nonsense();
    }
    return number.intValue();
  }

  private static ServerAddress server(@Nullable Object reply, String asked) throws IOException {
    List<?> parts = list(reply, 2);
    Object told = parts.get(0);
    String host = told == null ? "" : ReplyReader.text(told);
    ServerAddress server =
        ReplyReader.server(host.isEmpty() ? asked : host, ReplyReader.text(parts.get(1)));
    if (server == null) {
      throw nonsense();
    }
    return server;
  }

  /**
   * Reads where an error sends a command to: {@code MOVED 3999 127.0.0.1:6381}.
   *
   * @param asked the host of the server that answered
   * @return null if it does not say
   */
  static @Nullable ServerAddress target(ReplyError error, String asked) {
    String[] words = error.line().split(" ", -1);
    int colon = words.length < 3 ? -1 : words[2].lastIndexOf(':');
    if (colon < 0) {
      return null;
    }
    String host = words[2].substring(0, colon);
    return ReplyReader.server(host.isEmpty() ? asked : host, words[2].substring(colon + 1));
  }

  /** The slot that an error names; -1 if it names none. */
  static int slot(ReplyError error) {
    String[] words = error.line().split(" ", -1);
    int slot = words.length > 1 && words[1].matches("[0-9]{1,5}") ? Integer.parseInt(words[1]) : -1;
    return slot < Slots.COUNT ? slot : -1;
  }

  private static IOException nonsense() {
    return new IOException("it does not say which server has which slots");
  }
}
