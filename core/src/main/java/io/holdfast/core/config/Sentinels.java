package io.holdfast.core.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who knows the present address of a node: sentinels, which name another server after a failover.
 *
 * @param name of the primary with its replicas, as in the sentinels' configuration
 */
public record Sentinels(String name, List<ServerAddress> members) {

  static final int USUAL_PORT = 26_379;

  private static final String SYNTAX =
      "write sentinels as sentinel:NAME@host:port,host:port,host:port, with the NAME that they have"
          + " for the primary, and without other nodes";

  private static final int MOST = 15;

  public Sentinels {
    members = List.copyOf(members);
  }

  /** Reads {@code memcachedNodes} that names sentinels; null if it names none. */
  static @Nullable Sentinels parse(NodesText text) {
    Matcher begin = NodeForm.SENTINELS.matcher(text.value());
    if (!begin.matches()) {
      return null;
    }
    String name = begin.group("name");
    text.require(NodeForm.isNameOfPrimary(name), SYNTAX);
    List<ServerAddress> members =
        ServerAddress.list(begin.group("members"), USUAL_PORT, "sentinel", SYNTAX, text);
    text.require(members.size() <= MOST, "name at most %d sentinels".formatted(MOST));
    return new Sentinels(name, members);
  }

  /** As {@code memcachedNodes} has it. */
  @Override
  public String toString() {
    return "sentinel:%s@%s"
        .formatted(
            name, members.stream().map(ServerAddress::toString).collect(Collectors.joining(",")));
  }
}
