package io.holdfast.tomcat.session;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.explore.BrokenInvariant;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.sessions.store.SharedLines;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.ManagerBase;
import org.apache.catalina.session.StandardManager;
import org.jspecify.annotations.Nullable;

/**
 * One Tomcat of a play: lists its sessions as it does, and finds the one session of the play as the
 * modes do, without Catalina.
 */
final class ListedTomcat {

  static final int INTERVAL = 1_800;
  private static final ManagerBase MANAGER = manager();

  /** Makes attributes; nothing of them is stored here. */
  private static final SessionEngine ENGINE = engine();

  final UserSessions users;
  private final ServingMode mode =
      proxy(ServingMode.class, (proxy, method, args) -> ofMode(method.getName(), args));
  private final Nodes nodes;
  private final StoredSession stored;
  private final ListMistake mistake;
  private final LocalSessions locals = new LocalSessions(MANAGER, session -> true, Stream::empty);
  private final Set<String> lost = new HashSet<>();
  private final Map<String, Instant> since = new HashMap<>();

  /** The instance that is here, and what it was made of; null if there is none. */
  private @Nullable FakeListedSession local;

  private int version;

  /** Whose sessions are to end. */
  private String ending = "";

  ListedTomcat(Nodes nodes, StoredSession stored, ListMistake mistake) {
    this.nodes = nodes;
    this.mistake = mistake;
    this.stored = stored;
    Placement placement = new Placement(nodes.ids(), Set.of(), 1, node -> !lost.contains(node));
    Map<String, NodeStore> lines = new HashMap<>();
    nodes.stores().forEach((id, node) -> lines.put(id, mistake.over(node)));
    NodeSet nodeSet = new NodeSet(placement, lines);
    SessionDirectory directory =
        new SessionDirectory(
            new SharedLines(() -> nodeSet),
            StorageKeys.parse("", "localhost", "", null),
            user -> List.of("#u" + StorageKeys.userHash(user)),
            nodes.clock);
    this.users =
        new UserSessions(
            directory, locals, mode, new StoreWait(Duration.ofSeconds(1)), nodes.clock, () -> {});
    nodes.ids().forEach(this::returned);
  }

  private static ManagerBase manager() {
    StandardManager manager = new StandardManager();
    manager.setPersistAuthentication(true);
    manager.setContext(new StandardContext());
    return manager;
  }

  private static SessionEngine engine() {
    Nodes none = new Nodes("n1");
    return new EngineTomcat(
            none.stores(), 1, Granularity.ATTRIBUTE, new JdkTranscoder(), new Random(1), none.clock)
        .shared;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler calls) {
    return type.cast(
        Proxy.newProxyInstance(ListedTomcat.class.getClassLoader(), new Class<?>[] {type}, calls));
  }

  /** No request changes anything that would have to be stored. */
  @SuppressWarnings("unchecked") // as declared there
  private @Nullable Object ofMode(String method, Object[] args) {
    return switch (method) {
      case "answer" -> null;
      case "userMayHaveChanged" -> {
        users.mayHaveChanged((HoldfastSession) args[0], (String) args[1]);
        yield null;
      }
      case "observed" -> proxy(RuntimeView.class, (proxy, asked, none) -> statuses());
      case "endAnywhere" -> endAnywhere((SessionId) args[0], (Predicate<HoldfastSession>) args[1]);
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private List<NodeStatus> statuses() {
    return nodes.ids().stream()
        .map(
            node ->
                new NodeStatus(
                    new NodeAddress(node, node, 1),
                    lost.contains(node) ? NodeStatus.State.LOST : NodeStatus.State.AVAILABLE,
                    Objects.requireNonNull(since.get(node)),
                    null))
        .toList();
  }

  // ---- nodes ----

  void lose(String node) {
    lost.add(node);
    since.put(node, nodes.clock.instant());
  }

  void returned(String node) {
    lost.remove(node);
    since.put(node, nodes.clock.instant());
  }

  // ---- requests ----

  /** What a request gets; null if the session has ended. */
  private @Nullable FakeListedSession arrive() {
    FakeListedSession here = local;
    if (stored.hasEnded) {
      if (here != null) {
        here.over();
        isHere(null);
      }
      return null;
    }
    if (here == null || version != stored.version) {
      here = made();
      isHere(here);
      version = stored.version;
    }
    here.use(nodes.clock.millis());
    return here;
  }

  private void isHere(@Nullable FakeListedSession now) {
    local = now;
    locals.clear();
    if (now != null) {
      locals.put(now.getIdInternal(), now);
    }
  }

  private FakeListedSession made() {
    long now = nodes.clock.millis();
    stored.created = stored.created == 0 ? now : stored.created;
    return new FakeListedSession(
        MANAGER,
        mode,
        ENGINE.noAttributes(),
        stored.id,
        stored.user,
        new SessionTimes(stored.created, now, now, INTERVAL));
  }

  private void changed() {
    stored.version++;
    version = stored.version;
  }

  /** A request that changes nothing. */
  void visit() {
    var unused = arrive();
  }

  /** What the Tomcat does from time to time. */
  void lookAfterSessions() {
    users.lookAfterSessions();
  }

  /** Whether it has the session as it is stored. */
  boolean isCurrent() {
    return local != null && version == stored.version;
  }

  /** A user logs in; null logs out. */
  void logIn(@Nullable String user) {
    FakeListedSession session = arrive();
    if (session == null) {
      return;
    }
    if (user == null) {
      session.removeAttribute(HoldfastSession.USER);
    } else {
      session.setAttribute(HoldfastSession.USER, user);
    }
    stored.user = user;
    changed();
  }

  void changeId(String now) {
    FakeListedSession session = arrive();
    if (session != null) {
      SessionId former = session.sessionId();
      session.rename(now);
      users.idChanged(session, former);
      stored.id = now;
      changed();
    }
  }

  void end() {
    FakeListedSession session = arrive();
    if (session != null) {
      stored.hasEnded = true;
      session.over();
      users.ended(session);
      isHere(null);
    }
  }

  private ServingMode.Ending endAnywhere(SessionId id, Predicate<HoldfastSession> isMeant) {
    if (!stored.id.equals(id.value())) {
      return ServingMode.Ending.OVER; // there is none any more
    }
    FakeListedSession session = arrive();
    if (session == null) {
      return ServingMode.Ending.OVER;
    }
    if (!mistake.isMeant(isMeant).test(session)) {
      return ServingMode.Ending.GOES_ON;
    }
    if (stored.user != null && !stored.isOf(ending)) {
      throw new BrokenInvariant("the session of %s ended as one of %s".formatted(stored, ending));
    }
    end();
    return ServingMode.Ending.OVER;
  }

  /** All that other Tomcats would see of a user's sessions. */
  List<String> listed(String user) {
    return users.of(user).stream().map(each -> each.id().value()).toList();
  }

  /** Ends all sessions of a user. */
  void endAllOf(String user) {
    ending = user;
    int unused = users.end(user, each -> true);
  }
}
