package io.holdfast.tomcat.login;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.tomcat.MemcachedSingleSignOn;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.catalina.Manager;
import org.apache.catalina.authenticator.SingleSignOnEntry;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/** One Tomcat of a play with single sign-ons: its valve, without requests and without a network. */
final class SignOnTomcat {

  private static final SessionId ID = new SessionId("A");
  private static final int INTERVAL = 1_800;
  private static final Manager MANAGER = manager();
  private static final MemcachedSingleSignOn VALVE = new MemcachedSingleSignOn();
  private static final GenericPrincipal ANN = new GenericPrincipal("ann", null, List.of("admin"));

  private final Map<String, SingleSignOnEntry> here = new ConcurrentHashMap<>();
  private final EngineTomcat tomcat;
  private final SignOns signOns;

  SignOnTomcat(
      int number,
      Nodes nodes,
      UnaryOperator<NodeStore> line,
      Predicate<SignOnEntry> counts,
      Consumer<SignOnMember> ending) {
    Map<String, NodeStore> lines = new HashMap<>();
    nodes.stores().forEach((id, node) -> lines.put(id, line.apply(node)));
    this.tomcat =
        new EngineTomcat(
            lines, 2, Granularity.ATTRIBUTE, new JdkTranscoder(), new Random(number), nodes.clock);
    this.signOns =
        new SignOns(
            here, tomcat.shared, new StoreWait(Duration.ofSeconds(1)), counts, ending, nodes.clock);
  }

  private static Manager manager() {
    StandardHost host = new StandardHost();
    host.setName("localhost");
    StandardContext context = new StandardContext();
    context.setName("/app");
    context.setParent(host);
    StandardManager manager = new StandardManager();
    manager.setContext(context);
    return manager;
  }

  /** A session of some application. */
  static StandardSession session(String id) {
    StandardSession session = new StandardSession(MANAGER);
    session.setValid(true);
    session.setId(id, false);
    session.setMaxInactiveInterval(INTERVAL);
    return session;
  }

  private @Nullable SignOnEntry entry() {
    return (SignOnEntry) here.get(ID.value());
  }

  /** A user logs in to an application. */
  void signOn(StandardSession session) {
    signOns.begin(ID.value(), new SingleSignOnEntry(ANN, "FORM", "ann", "secret"));
    associate(session);
  }

  private void associate(StandardSession session) {
    Objects.requireNonNull(entry()).addSession(VALVE, ID.value(), session);
    signOns.save(ID.value());
  }

  /** A request brings the cookie; whether it is known whose it is. */
  boolean isKnown() {
    boolean unused = signOns.look(ID);
    signOns.requestEnded(ID);
    return entry() != null;
  }

  /** A request with the cookie enters an application that the user has not used yet. */
  boolean enter(StandardSession session) {
    boolean isKnown = isKnown();
    if (isKnown) {
      associate(session);
    }
    return isKnown;
  }

  /** A request with the cookie logs the user out. */
  boolean logOut() {
    boolean isKnown = isKnown();
    signOns.end(ID.value());
    return isKnown;
  }

  /** The time of a session is up. */
  void expire(StandardSession session) {
    boolean unused = signOns.look(ID);
    signOns.sessionOver(ID, session);
  }

  /** A request with the cookie gives its session another id. */
  void changeId(StandardSession session, String id) {
    boolean isKnown = isKnown();
    String former = session.getIdInternal();
    session.setId(id, false);
    SignOnEntry entry = entry();
    if (isKnown && entry != null) {
      entry.removeSession(session, former);
      entry.addSession(VALVE, ID.value(), session);
      signOns.save(ID.value());
    }
  }

  /** Forgets what it knows, as one that takes the place of another. */
  void forget() {
    here.clear();
  }

  // ---- nodes ----

  void lose(String node) {
    tomcat.health.watch(node).disconnected("no connection");
  }

  void returned(String node) {
    tomcat.health.watch(node).succeeded();
    tomcat.shared.nodeReturned();
    for (SessionId id : tomcat.shared.ended()) {
      var unused = tomcat.shared.repairEnd(id);
    }
    for (SingleSignOnEntry entry : here.values()) {
      var unused = tomcat.shared.repair((SignOnEntry) entry); // behind a save that is under way
    }
  }

  /** A node does not answer. */
  static void lose(Nodes nodes, String node) {
    nodes.get(node).failWith(Reason.UNAVAILABLE);
  }
}
