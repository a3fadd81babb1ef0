package io.holdfast.testkit.valkey;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FileTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A cluster: primaries that share the slots evenly, and perhaps a replica of each. */
public final class ValkeyClusterProcesses implements AutoCloseable {

  private static final int SLOTS = 16_384;

  /** The word of a server's own line from which on its slots stand. */
  private static final int FIRST_RANGE = 8;

  /** More than a slot has in a test. */
  private static final int MOST_KEYS = 1_000;

  private static final Duration START_DEADLINE = Duration.ofSeconds(60);
  private static final Pattern BULK = Pattern.compile("\\$[0-9]+\\r\\n(.*)\\r\\n");

  /** A machine that stands still for less must not look like a loss. */
  private static final Duration NODE_TIMEOUT = Duration.ofSeconds(4);

  private final Path folder = ValkeyProcess.newFolder("holdfast-cluster-");
  private final List<ValkeyProcess> servers = new ArrayList<>();
  private final int primaries;

  private ValkeyClusterProcesses(int primaries) {
    this.primaries = primaries;
  }

  /**
   * Starts a cluster.
   *
   * @param primaries how many
   * @param hasReplicas whether each of them has a replica
   */
  public static ValkeyClusterProcesses start(int primaries, boolean hasReplicas) {
    ValkeyClusterProcesses cluster = new ValkeyClusterProcesses(primaries);
    try {
      int count = hasReplicas ? 2 * primaries : primaries;
      for (int i = 0; i < count; i++) {
        cluster.servers.add(ValkeyProcess.startForCluster(cluster.folder, NODE_TIMEOUT));
      }
      cluster.join();
      return cluster;
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private void join() {
    for (int i = 0; i < primaries; i++) {
      ask(i, "CLUSTER ADDSLOTSRANGE %d %d".formatted(first(i), first(i + 1) - 1));
    }
    for (int i = 0; i < servers.size(); i++) {
      ask(i, "CLUSTER SET-CONFIG-EPOCH " + (i + 1));
    }
    Await.until("all know each other", START_DEADLINE, this::haveMet);
    for (int i = primaries; i < servers.size(); i++) {
      ask(i, "CLUSTER REPLICATE " + idOf(i - primaries));
    }
    awaitOf("the cluster is ready", "cluster_state:ok");
    for (int i = primaries; i < servers.size(); i++) {
      ValkeyProcess replica = servers.get(i);
      Await.until("it replicates", START_DEADLINE, () -> replica.ask("ROLE").contains("connected"));
    }
  }

  /**
   * Returns whether each knows each other by its own id. A server forgets whom it could not greet
   * in time, and counts those that it is greeting, so that it is told again, and asked for the ids.
   */
  private boolean haveMet() {
    ValkeyProcess first = servers.get(0);
    for (int i = 1; i < servers.size(); i++) {
      if (!servers.get(i).ask("CLUSTER NODES").contains(idOf(0))
          || !first.ask("CLUSTER NODES").contains(idOf(i))) {
        ask(i, "CLUSTER MEET 127.0.0.1 %d %d".formatted(first.port(), first.busPort()));
      }
    }
    List<String> ids = IntStream.range(0, servers.size()).mapToObj(this::idOf).toList();
    return servers.stream()
        .map(each -> each.ask("CLUSTER NODES"))
        .allMatch(known -> ids.stream().allMatch(known::contains) && !known.contains("handshake"));
  }

  private void awaitOf(String what, String line) {
    for (ValkeyProcess each : servers) {
      Await.until(what, START_DEADLINE, () -> each.ask("CLUSTER INFO").contains(line));
    }
  }

  private int first(int primary) {
    return primary * SLOTS / primaries;
  }

  private void ask(int server, String command) {
    tell(servers.get(server), command);
  }

  private static void tell(ValkeyProcess server, String command) {
    String answer = server.ask(command);
    if (!answer.startsWith("+OK")) {
      throw new IllegalStateException(command + " was answered " + answer);
    }
  }

  private String idOf(int server) {
    return idOf(servers.get(server));
  }

  private static String idOf(ValkeyProcess server) {
    Matcher id = BULK.matcher(server.ask("CLUSTER MYID"));
    if (!id.find()) {
      throw new IllegalStateException("no id");
    }
    return id.group(1);
  }

  /** The servers: first the primaries, in the order of their slots, then a replica of each. */
  public List<ValkeyProcess> servers() {
    return servers;
  }

  /** Waits until each replica has all that its primary was told so far. */
  public void awaitReplicated() {
    for (int i = primaries; i < servers.size(); i++) {
      servers.get(i - primaries).awaitReplicatedTo(servers.get(i));
    }
  }

  /** The primary that had a slot at the start. */
  public int ownerOf(int slot) {
    int owner = 0;
    while (first(owner + 1) <= slot) {
      owner++;
    }
    return owner;
  }

  /** Begins to move a slot; its keys stay for now. */
  public void beginToMove(int slot, int to) {
    beginToMove(slot, servers.get(ownerOf(slot)), servers.get(to));
  }

  private static void beginToMove(int slot, ValkeyProcess from, ValkeyProcess to) {
    tell(to, "CLUSTER SETSLOT %d IMPORTING %s".formatted(slot, idOf(from)));
    tell(from, "CLUSTER SETSLOT %d MIGRATING %s".formatted(slot, idOf(to)));
  }

  /** Moves up to so many keys of a slot that is being moved. */
  public void moveKeys(int slot, int to, int most) {
    moveKeys(slot, servers.get(ownerOf(slot)), servers.get(to), most);
  }

  private static void moveKeys(int slot, ValkeyProcess from, ValkeyProcess to, int most) {
    Matcher keys = BULK.matcher(from.ask("CLUSTER GETKEYSINSLOT %d %d".formatted(slot, most)));
    while (keys.find()) {
      from.ask("MIGRATE 127.0.0.1 %d %s 0 10000".formatted(to.port(), keys.group(1)));
    }
  }

  /** Ends to move a slot whose keys are moved. */
  public void endToMove(int slot, int to) {
    endToMove(slot, servers.get(ownerOf(slot)), servers.get(to));
  }

  private static void endToMove(int slot, ValkeyProcess from, ValkeyProcess to) {
    String id = idOf(to);
    tell(to, "CLUSTER SETSLOT %d NODE %s".formatted(slot, id));
    tell(from, "CLUSTER SETSLOT %d NODE %s".formatted(slot, id));
  }

  /** The servers that are primaries now. */
  public List<ValkeyProcess> primaries() {
    return servers.stream().filter(each -> each.ask("ROLE").contains("master")).toList();
  }

  /**
   * The replica of a primary.
   *
   * @throws java.util.NoSuchElementException if it has none
   */
  public ValkeyProcess replicaOf(ValkeyProcess primary) {
    String port = "\r\n:%d\r\n".formatted(primary.port());
    return servers.stream()
        .filter(each -> each != primary && each.isRunning())
        .filter(each -> each.ask("ROLE").contains("slave") && each.ask("ROLE").contains(port))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until a replica has taken over, and the others know it. */
  public void awaitPrimary(ValkeyProcess replica) {
    Await.until(
        "the replica takes over", START_DEADLINE, () -> replica.ask("ROLE").contains("master"));
  }

  /** Waits until a former primary replicates the one that took over, and all is well. */
  public void awaitReplica(ValkeyProcess former) {
    Await.until(
        "the former primary is a replica",
        START_DEADLINE,
        () -> former.ask("ROLE").contains("slave") && former.ask("ROLE").contains("connected"));
    awaitOf("the cluster is well", "cluster_state:ok");
  }

  /**
   * Moves slots that have keys, with these, from one shard to another that does not have the other
   * copy of their sessions.
   *
   * @param most how many at most
   */
  public void moveSlots(int most, Random random) {
    List<ValkeyProcess> primaries = primaries();
    ValkeyProcess from = primaries.get(random.nextInt(primaries.size()));
    for (int i = 0; i < most; i++) {
      Matcher key = BULK.matcher(from.ask("RANDOMKEY"));
      if (!key.find()) {
        return;
      }
      int slot = slotOf(from, key.group(1));
      int opposite = (slot + SLOTS / 2) % SLOTS;
      primaries.stream()
          .filter(each -> each != from && !owns(each, opposite))
          .findFirst()
          .ifPresent(to -> moveSlot(slot, from, to));
    }
  }

  private static int slotOf(ValkeyProcess server, String key) {
    return Integer.parseInt(server.ask("CLUSTER KEYSLOT " + key).strip().substring(1));
  }

  /** A server names the ranges of its own slots in the line about itself. */
  private static boolean owns(ValkeyProcess server, int slot) {
    return server
        .ask("CLUSTER NODES")
        .lines()
        .filter(line -> line.contains("myself"))
        .flatMap(line -> Stream.of(line.split(" ", -1)).skip(FIRST_RANGE))
        .filter(range -> range.matches("[0-9]+(?:-[0-9]+)?"))
        .map(range -> range.split("-", -1))
        .anyMatch(
            range ->
                Integer.parseInt(range[0]) <= slot
                    && slot <= Integer.parseInt(range[range.length - 1]));
  }

  private static void moveSlot(int slot, ValkeyProcess from, ValkeyProcess to) {
    beginToMove(slot, from, to);
    moveKeys(slot, from, to, MOST_KEYS);
    endToMove(slot, from, to);
  }

  @Override
  public void close() {
    servers.forEach(ValkeyProcess::close);
    FileTree.delete(folder);
  }
}
