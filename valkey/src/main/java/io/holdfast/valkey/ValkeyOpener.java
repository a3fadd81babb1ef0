package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Deadlines;
import io.holdfast.core.storage.link.Opener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens links to one node: connects, logs in, and finds out whether the node can hold sessions. */
final class ValkeyOpener implements Opener<ValkeyLink> {

  private static final int FIRST_MAJOR = 6;
  private static final int FIRST_MINOR = 2;

  private final NodeAddress node;
  private final ConnectionSettings settings;
  private final Part part;

  /** What the server is to be. */
  enum Part {
    /** A server of its own. */
    ALONE,
    /** A primary of a cluster. */
    PRIMARY,
    /** Any server of a cluster. */
    SEED
  }

  ValkeyOpener(NodeAddress node, ConnectionSettings settings, Part part) {
    this.node = node;
    this.settings = settings;
    this.part = part;
  }

  @Override
  public @Nullable ValkeyLink open(InetSocketAddress address, Deadlines questions)
      throws IOException, InterruptedException {
    Dialogue dialogue = begin(address, questions);
    return dialogue == null ? null : dialogue.link();
  }

  /** Connects, and greets; null if the server does not answer in time. */
  @Nullable Dialogue begin(InetSocketAddress address, Deadlines questions)
      throws IOException, InterruptedException {
    String[] hello = hello(settings.forNewConnection());
    boolean isPlace = node.sentinels() == null && part != Part.SEED;
    NodeAddress place = isPlace ? node : node.at(address.getHostString(), address.getPort());
    Dialogue dialogue = Dialogue.begin(address, place, settings, questions);
    if (dialogue == null) {
      return null;
    }
    boolean isGreeted = false;
    try {
      isGreeted = greet(dialogue, hello);
      return isGreeted ? dialogue : null;
    } finally {
      if (!isGreeted) {
        dialogue.close();
      }
    }
  }

  /** Returns false if the node does not answer in time. */
  private boolean greet(Dialogue dialogue, String... greeting)
      throws IOException, InterruptedException {
    Dialogue.Answer hello = dialogue.ask(greeting);
    if (hello == null) {
      return false;
    }
    check(hello.reply());
    for (Script script : Script.values()) {
      Dialogue.Answer loaded = dialogue.ask("SCRIPT", "LOAD", script.text());
      if (loaded == null) {
        return false;
      }
      refuseError(loaded.reply());
      String digest = ReplyReader.text(loaded.reply());
      if (!digest.equals(script.digest())) {
        throw new IOException(
            "it names a script %s, and not %s".formatted(digest, script.digest()));
      }
    }
    return true;
  }

  private static String[] hello(ConnectionSettings now) {
    List<String> words = new ArrayList<>(List.of("HELLO", "2"));
    String username = now.username();
    String password = now.password();
    if (username != null && password != null) {
      words.addAll(List.of("AUTH", username, password));
    }
    words.addAll(List.of("SETNAME", "holdfast"));
    return words.toArray(String[]::new);
  }

  private static void refuseError(@Nullable Object reply) throws IOException {
    if (reply instanceof ReplyError error) {
      throw new IOException(
          error.line().startsWith("ERR unknown command")
              ? "it is older than version %d.%d; use a later one"
                  .formatted(FIRST_MAJOR, FIRST_MINOR)
              : error.description());
    }
  }

  /** Refuses a server that cannot hold sessions. */
  private void check(@Nullable Object reply) throws IOException {
    refuseError(reply);
    if (!(reply instanceof List<?> list)) {
      throw new IOException("this is no Valkey or Redis, it answers HELLO in another way");
    }
    Map<String, String> told = new HashMap<>();
    for (int i = 0; i + 1 < list.size(); i += 2) {
      told.put(ReplyReader.text(list.get(i)), ReplyReader.text(list.get(i + 1)));
    }
    String mode = told.getOrDefault("mode", "standalone");
    if (!mode.equals(part == Part.ALONE ? "standalone" : "cluster")) {
      throw new IOException(
          mode.equals("cluster")
              ? "it is in mode cluster; name it as valkey-cluster:host:port"
              : mode.equals("sentinel")
                  ? "it is a sentinel; name it as sentinel:NAME@host:port"
                  : "it is in mode %s, and no server of a cluster; name it as valkey://host:port"
                      .formatted(mode));
    }
    String role = told.getOrDefault("role", "master");
    if (!role.equals("master") && part != Part.SEED) {
      throw new IOException("it is a %s, which takes no writes; name its primary".formatted(role));
    }
    refuseOld(told.getOrDefault("version", ""));
  }

  private static void refuseOld(String version) throws IOException {
    String[] parts = version.split("\\.", -1);
    try {
      int major = Integer.parseInt(parts[0]);
      int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
      if (major < FIRST_MAJOR || (major == FIRST_MAJOR && minor < FIRST_MINOR)) {
        throw new IOException(
            "it is version %s; version %d.%d or later is needed"
                .formatted(version, FIRST_MAJOR, FIRST_MINOR));
      }
    } catch (NumberFormatException e) {
      return; // of a service that counts in another way
    }
  }
}
