package io.holdfast.core.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who knows the present address of a node: sentinels, which name another server after a failover.
 *
 * @param name of the primary with its replicas, as in the sentinels' configuration
 * @param members their addresses, in the order given
 */
public record Sentinels(String name, List<ServerAddress> members) {

  /** The port of a sentinel that names none. */
  static final int USUAL_PORT = 26_379;

  private static final String SYNTAX =
      "write sentinels as sentinel:NAME@host:port,host:port,host:port, with the NAME that they have"
          + " for the primary, and without other nodes";

  private static final int MOST = 15;

  /** Copies the list. */
  public Sentinels {
    members = List.copyOf(members);
  }

  /**
   * Reads {@code memcachedNodes} that names sentinels.
   *
   * @return null if the value names none
   * @throws ConfigurationException if it is wrong
   */
  static @Nullable Sentinels parse(String value) {
    Matcher begin = NodeForm.SENTINELS.matcher(value);
    if (!begin.matches()) {
      return null;
    }
    String name = begin.group("name");
    if (!NodeForm.isNameOfPrimary(name)) {
      throw error(value, SYNTAX);
    }
    List<ServerAddress> members = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (String entry : Lists.split(begin.group("members"))) {
      ServerAddress member = member(entry, value);
      if (!known.add(member.toString())) {
        throw error(value, "the sentinel %s appears twice; name each once".formatted(member));
      }
      members.add(member);
    }
    if (members.isEmpty() || members.size() > MOST) {
      throw error(value, members.isEmpty() ? SYNTAX : "name at most %d sentinels".formatted(MOST));
    }
    return new Sentinels(name, members);
  }

  private static ServerAddress member(String entry, String value) {
    ServerAddress member = ServerAddress.parse(entry, USUAL_PORT);
    if (member == null) {
      throw error(value, SYNTAX);
    }
    return member;
  }

  private static ConfigurationException error(String value, String remedy) {
    return new ConfigurationException(Setting.MEMCACHED_NODES, value, remedy);
  }

  /** As {@code memcachedNodes} has it. */
  @Override
  public String toString() {
    return "sentinel:%s@%s"
        .formatted(
            name, members.stream().map(ServerAddress::toString).collect(Collectors.joining(",")));
  }
}
