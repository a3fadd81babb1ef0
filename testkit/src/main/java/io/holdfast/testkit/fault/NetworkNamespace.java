package io.holdfast.testkit.fault;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network of its own for a process, at the far end of a virtual cable that can be cut: Linux,
 * root. A cut loses packets without a word to either side, as a network partition does: the kernel
 * sends them to a hardware address that no device has.
 *
 * <p>The cable has a network of four addresses in 10.231.0.0/16, chosen at random; while it is
 * open, this machine reaches no other host with one of them.
 */
public final class NetworkNamespace implements AutoCloseable {

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final int NETWORKS = 1 << 14;
  private static final String UNUSED_MAC = "02:00:00:00:00:99";

  private final String name = "hf" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
  private final String nearDevice = name + "n";
  private final String farDevice = name + "f";
  private final String nearAddress;
  private final String farAddress;
  private final Set<Direction> cut = EnumSet.noneOf(Direction.class);
  private final Thread remover = new Thread(this::remove, "holdfast-testkit-" + name);

  private NetworkNamespace(int network) {
    String prefix = "10.231." + (network >> 6) + ".";
    int first = (network & 63) << 2;
    this.nearAddress = prefix + (first + 1);
    this.farAddress = prefix + (first + 2);
  }

  /**
   * Makes the namespace and the cable.
   *
   * @throws IllegalStateException if this machine, or the user, cannot
   */
  public static NetworkNamespace open() {
    NetworkNamespace namespace =
        new NetworkNamespace(ThreadLocalRandom.current().nextInt(NETWORKS));
    Runtime.getRuntime().addShutdownHook(namespace.remover);
    try {
      namespace.make();
      return namespace;
    } catch (IllegalStateException e) {
      namespace.close();
      throw e;
    }
  }

  private void make() {
    ip("netns", "add", name);
    ip("link", "add", nearDevice, "type", "veth", "peer", "name", farDevice, "netns", name);
    ip("addr", "add", nearAddress + "/30", "dev", nearDevice);
    ip("link", "set", nearDevice, "up");
    ip("-n", name, "addr", "add", farAddress + "/30", "dev", farDevice);
    ip("-n", name, "link", "set", farDevice, "up");
  }

  /** The address of a process inside, as seen from here. */
  public String address() {
    return farAddress;
  }

  /** The words that run a command inside when put before it; the process is the command itself. */
  public List<String> entry() {
    return List.of("ip", "netns", "exec", name);
  }

  /** Lets no packet arrive in this direction from now on. */
  public void cut(Direction direction) {
    if (cut.add(direction)) {
      neighbour(direction, "replace", "lladdr", UNUSED_MAC, "nud", "permanent");
    }
  }

  /** Lets all packets arrive again. */
  public void heal() {
    cut.forEach(direction -> neighbour(direction, "del"));
    cut.clear();
  }

  /**
   * Returns whether the kernel goes on sending bytes of a process outside that has closed its
   * connection to one inside.
   */
  public boolean isSendingForClosedConnections() {
    List<String> question = List.of("-Htn", "state", "fin-wait-1", "dst", farAddress);
    return !NetworkProgram.SS.run(question).isEmpty();
  }

  private void neighbour(Direction direction, String verb, String... how) {
    List<String> command =
        new ArrayList<>(
            direction == Direction.COMMANDS
                ? List.of("neigh", verb, farAddress, "dev", nearDevice)
                : List.of("-n", name, "neigh", verb, nearAddress, "dev", farDevice));
    command.addAll(List.of(how));
    NetworkProgram.IP.run(command);
  }

  private static void ip(String... arguments) {
    NetworkProgram.IP.run(List.of(arguments));
  }

  /** Removes the cable and the namespace; a process inside is cut off for good. */
  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(remover);
  }

  /** Ignores a part that was not made, or is gone. */
  private void remove() {
    NetworkProgram.IP.tryToRun(List.of("link", "del", nearDevice));
    NetworkProgram.IP.tryToRun(List.of("netns", "del", name));
  }
}
