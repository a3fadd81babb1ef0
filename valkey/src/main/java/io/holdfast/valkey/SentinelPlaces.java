package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Sentinels;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Deadlines;
import io.holdfast.core.storage.link.Failures;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.NodePlaces;
import io.holdfast.valkey.Dialogue.Answer;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a primary by its sentinels.
 *
 * <p>Before an attempt to connect all sentinels are asked, until more than half of them name one
 * address; where they disagree the address that most name is taken, so one that is wrong, or cut
 * off from the others, decides nothing while two others answer. Whether the server there is a
 * primary is then the server's own word. While a link is open one sentinel is asked each second, in
 * turn: an old primary that only the sentinels have lost would go on taking writes.
 */
final class SentinelPlaces implements NodePlaces {

  private static final System.Logger LOG = Loggers.of(SentinelPlaces.class);

  /** While a sentinel is waited for, the end of a link is not noticed. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final NodeAddress node;
  private final Sentinels sentinels;
  private final ConnectionSettings settings;
  private final HostResolver resolver;
  private int turn;

  /**
   * Creates it, without a query.
   *
   * @param settings of the node; TLS is for the sentinels as well, and user and password are where
   *     they have no login of their own
   */
  SentinelPlaces(
      NodeAddress node, Sentinels sentinels, ConnectionSettings settings, HostResolver resolver) {
    this.node = node;
    this.sentinels = sentinels;
    this.settings =
        settings.operationTimeout().compareTo(LONGEST) > 0 ? settings.within(LONGEST) : settings;
    this.resolver = resolver;
  }

  @Override
  public List<InetSocketAddress> find(Deadlines questions)
      throws IOException, InterruptedException {
    return places(ask(questions));
  }

  private List<InetSocketAddress> places(ServerAddress named) throws IOException {
    return resolver.placesOf(named.host(), named.port());
  }

  /** The server that most sentinels name; where they disagree, silent ones are asked again. */
  private ServerAddress ask(Deadlines questions) throws IOException, InterruptedException {
    Map<ServerAddress, Integer> votes = new LinkedHashMap<>();
    Map<ServerAddress, String> failures = new LinkedHashMap<>();
    ServerAddress elected = elected(sentinels.members(), votes, failures, questions);
    if (elected == null && votes.size() > 1) {
      elected = elected(List.copyOf(failures.keySet()), votes, failures, questions);
    }
    if (votes.isEmpty()) {
      throw new IOException("no sentinel names a primary: " + String.join(", ", failures.values()));
    }
    return elected == null
        ? Collections.max(votes.entrySet(), Map.Entry.comparingByValue()).getKey() // or the first
        : elected;
  }

  /** Adds the votes of some sentinels; null if no server has more than half of all. */
  private @Nullable ServerAddress elected(
      List<ServerAddress> members,
      Map<ServerAddress, Integer> votes,
      Map<ServerAddress, String> failures,
      Deadlines questions)
      throws InterruptedException {
    for (ServerAddress member : members) {
      try {
        ServerAddress named = ask(member, questions);
        if (votes.merge(named, 1, Integer::sum) > sentinels.members().size() / 2) {
          return named;
        }
      } catch (IOException e) {
        failures.put(member, "%s (%s)".formatted(member, Failures.describe(e)));
      }
    }
    return null;
  }

  @Override
  public @Nullable String reasonToLeave(InetSocketAddress place, Deadlines questions)
      throws InterruptedException {
    List<ServerAddress> members = sentinels.members();
    ServerAddress asked = members.get(turn);
    turn = (turn + 1) % members.size();
    try {
      if (places(ask(asked, questions)).contains(place)) {
        return null;
      }
      ServerAddress named = ask(questions); // one alone may be wrong, or have heard of it first
      return places(named).contains(place) ? null : "its sentinels name another primary, " + named;
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "node " + node + ": the sentinel " + asked + ": " + e);
      return null; // no other primary is known
    }
  }

  private ServerAddress ask(ServerAddress member, Deadlines questions)
      throws IOException, InterruptedException {
    IOException failure = new IOException("unknown host");
    for (InetSocketAddress place : places(member)) {
      try {
        return ask(place, member, questions);
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure;
  }

  private ServerAddress ask(InetSocketAddress address, ServerAddress member, Deadlines questions)
      throws IOException, InterruptedException {
    NodeAddress sentinel = node.at(member.host(), member.port());
    try (Dialogue dialogue = Dialogue.begin(address, sentinel, settings, questions)) {
      if (dialogue == null) {
        throw silent();
      }
      boolean hasOwnLogin = settings.sentinelLogin() != null;
      if (hasOwnLogin) {
        logIn(dialogue);
      }
      Object reply = primary(dialogue);
      if (!hasOwnLogin && reply instanceof ReplyError error && error.code().equals("NOAUTH")) {
        logIn(dialogue);
        reply = primary(dialogue);
      }
      return named(reply);
    }
  }

  private @Nullable Object primary(Dialogue dialogue) throws IOException, InterruptedException {
    return reply(dialogue, "SENTINEL", "get-master-addr-by-name", sentinels.name());
  }

  private @Nullable Object reply(Dialogue dialogue, String... question)
      throws IOException, InterruptedException {
    Answer answer = dialogue.ask(question);
    if (answer == null) {
      throw silent();
    }
    return answer.reply();
  }

  private IOException silent() {
    return new IOException(Failures.silence(settings.operationTimeout()));
  }

  /** Many sentinels have no password, so that of the server is sent to those that ask for one. */
  private void logIn(Dialogue dialogue) throws IOException, InterruptedException {
    ConnectionSettings now = settings.forSentinel();
    String username = now.username();
    String password = now.password();
    if (username == null || password == null) {
      throw new IOException(
          "the sentinel demands a password; set username and password, or sentinelPasswordFile");
    }
    Object reply = reply(dialogue, "AUTH", username, password);
    if (reply instanceof ReplyError error) {
      throw new IOException(
          error.code().equals("WRONGPASS")
              ? "the sentinel refused the login of %s; set sentinelUsername and".formatted(username)
                  + " sentinelPasswordFile if it has another user or password than its server"
              : error.description());
    }
  }

  private ServerAddress named(@Nullable Object reply) throws IOException {
    if (reply == null) {
      throw new IOException("it knows no primary with the name " + sentinels.name());
    }
    if (reply instanceof ReplyError error) {
      throw new IOException(
          error.line().startsWith("ERR unknown command")
              ? "it is no sentinel"
              : error.description());
    }
    ServerAddress named =
        reply instanceof List<?> parts && parts.size() == 2
            ? ReplyReader.server(ReplyReader.text(parts.get(0)), ReplyReader.text(parts.get(1)))
            : null;
    if (named == null) {
      throw new IOException("it names no host and port");
    }
    return named;
  }
}
