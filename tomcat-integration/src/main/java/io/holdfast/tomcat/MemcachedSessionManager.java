package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.flow.RestoredSession;
import io.holdfast.core.flow.SessionRuntime;
import io.holdfast.core.flow.Surroundings;
import io.holdfast.core.flow.Takeover;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.request.RequestUriFilter;
import io.holdfast.core.session.SessionId;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/**
 * A Tomcat session manager that backs up every session to memcached after each request, so that
 * another Tomcat can go on with it.
 *
 * <p>Sessions live in this Tomcat's memory; the store is asked only for sessions that are not here.
 * To be put into {@code context.xml} as {@code <Manager
 * className="io.holdfast.tomcat.MemcachedSessionManager" memcachedNodes="n1:host:11211"/>}.
 */
public final class MemcachedSessionManager extends ManagerAttributes {

  private static final System.Logger LOG =
      System.getLogger(MemcachedSessionManager.class.getName());

  private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);

  private final ConcurrentMap<String, CompletableFuture<@Nullable MemcachedSession>> takeovers =
      new ConcurrentHashMap<>();
  private final PrincipalCodec principals = new PrincipalCodec();
  private @Nullable Pattern attributeFilter;
  private volatile @Nullable SessionRuntime runtime;
  private @Nullable SessionBackupValve valve;

  /** Creates the manager; Tomcat sets its attributes and starts it. */
  public MemcachedSessionManager() {}

  @Override
  public String getName() {
    return "MemcachedSessionManager";
  }

  /** The counters by name, for JMX; empty while sessions are not backed up. */
  public Map<String, Long> getCounters() {
    SessionRuntime running = runtime;
    Map<String, Long> counters = new TreeMap<>();
    if (running != null) {
      running.metrics().snapshot().forEach((metric, count) -> counters.put(metric.name(), count));
    }
    return counters;
  }

  /** The ids of the nodes that do not answer at the moment, for JMX. */
  public String[] getLostNodes() {
    SessionRuntime running = runtime;
    return running == null ? new String[0] : running.health().lostNodes().toArray(new String[0]);
  }

  // ---- life cycle ----

  @Override
  protected synchronized void startInternal() throws LifecycleException {
    super.startInternal();
    try {
      if (ConfigurationParser.isEnabled(givenAttributes())) {
        startBackups(ConfigurationParser.parse(givenAttributes()));
      } else {
        LOG.log(System.Logger.Level.INFO, "enabled=\"false\": sessions are not backed up");
      }
    } catch (ConfigurationException e) {
      throw new LifecycleException(
          "Holdfast cannot start for %s: %s".formatted(getContext().getName(), e.getMessage()), e);
    }
    setState(LifecycleState.STARTING);
  }

  private void startBackups(SessionConfiguration configuration) {
    Context context = getContext();
    SessionRuntime started =
        new SessionRuntime(configuration, surroundings(context), this::liveSessions);
    attributeFilter = configuration.attributeFilter();
    runtime = started;
    valve =
        new SessionBackupValve(
            this,
            context,
            new RequestSessions(
                this, new RequestUriFilter(configuration.requestUriIgnorePattern())));
    context.getParent().getPipeline().addValve(valve);
    LOG.log(
        System.Logger.Level.INFO,
        "Sessions of {0} are backed up: {1}, jvmRoute {2}",
        context.getName(),
        started,
        getJvmRoute());
    if (getJvmRoute() == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "No jvmRoute is set on the Engine: a session that moves to another Tomcat and back is not"
              + " noticed. Give each Tomcat its own, for example <Engine jvmRoute=\"t1\">.");
    }
  }

  private static Surroundings surroundings(Context context) {
    return new Surroundings(
        hostName(context),
        context.getPath(),
        context.getWebappVersion().isEmpty() ? null : context.getWebappVersion(),
        context.getLoader() == null
            ? Objects.requireNonNull(Thread.currentThread().getContextClassLoader())
            : context.getLoader().getClassLoader(),
        MemcachedSessionManager.class.getClassLoader(),
        Clock.systemUTC());
  }

  private static String hostName(Context context) {
    Container host = context.getParent();
    return host == null ? "localhost" : host.getName();
  }

  @Override
  protected synchronized void stopInternal() throws LifecycleException {
    setState(LifecycleState.STOPPING);
    if (valve != null) {
      getContext().getParent().getPipeline().removeValve(valve);
      valve = null;
    }
    SessionRuntime stopping = runtime;
    if (stopping != null) {
      stopBackups(stopping);
    }
    sessions.clear();
    super.stopInternal();
  }

  private void stopBackups(SessionRuntime stopping) {
    List<MemcachedSession> local = liveSessions();
    local.forEach(MemcachedSession::passivate);
    int unfinished = stopping.drain(local, STOP_DEADLINE);
    runtime = null;
    stopping.close();
    long unstored =
        local.stream().filter(session -> session.backupState().nodeIds().isEmpty()).count();
    LOG.log(
        unstored == 0 && unfinished == 0 ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
        "{0} sessions of {1} leave this Tomcat; {2} of them are not in the store, {3} backups were"
            + " not done in time",
        String.valueOf(local.size()),
        getContext().getName(),
        String.valueOf(unstored),
        String.valueOf(unfinished));
  }

  /** Does nothing: sessions are read when they are asked for, not thousands of them at start. */
  @Override
  public void load() {}

  /** Does nothing: sessions are in the store since their last request. */
  @Override
  public void unload() {}

  // ---- sessions ----

  @Override
  protected StandardSession getNewSession() {
    return new MemcachedSession(this);
  }

  /**
   * Finds a session here, or else in the store.
   *
   * @param id as the client sent it; whatever is not a session id finds nothing
   */
  @Override
  public @Nullable Session findSession(@Nullable String id) throws IOException {
    SessionId parsed = SessionId.parse(id);
    if (parsed == null) {
      return null;
    }
    Session local = sessions.get(parsed.value());
    if (local != null) {
      return local;
    }
    return isBackingUp() ? takeOver(parsed) : null;
  }

  @Override
  public void remove(Session session, boolean update) {
    SessionRuntime running = runtime;
    if (update && running != null && session instanceof MemcachedSession ended) {
      running.coordinator().ending(ended.sessionId());
      super.remove(session, true);
      running.coordinator().removed(ended, ended.isInvalidating());
    } else {
      super.remove(session, update);
    }
  }

  @Override
  public boolean willAttributeDistribute(String name, Object value) {
    Pattern filter = attributeFilter;
    return (filter == null || filter.matcher(name).matches())
        && super.willAttributeDistribute(name, value);
  }

  // ---- what the valve and the sessions ask for ----

  boolean isBackingUp() {
    return runtime != null;
  }

  /** Whether the id says that another Tomcat served the session last. */
  boolean isForeign(SessionId id) {
    String own = getJvmRoute();
    return own != null && !own.equals(id.jvmRoute());
  }

  private SessionId ours(SessionId id) {
    String own = getJvmRoute();
    return own == null ? id : id.withJvmRoute(own);
  }

  /**
   * Makes a session ours: one that another Tomcat served, or that this one served before a restart.
   * Requests of one session share the one load.
   *
   * @return null if there is no such session
   */
  @Nullable MemcachedSession takeOver(SessionId requested) {
    CompletableFuture<@Nullable MemcachedSession> ours = new CompletableFuture<>();
    CompletableFuture<@Nullable MemcachedSession> others =
        takeovers.putIfAbsent(requested.base(), ours);
    if (others != null) {
      return others.join();
    }
    try {
      ours.complete(takeOverAlone(requested));
    } finally {
      takeovers.remove(requested.base(), ours);
      ours.complete(null); // only if the line above threw: nobody must wait for ever
    }
    return ours.join();
  }

  private @Nullable MemcachedSession takeOverAlone(SessionId requested) {
    SessionRuntime running = runtime;
    SessionId ourId = ours(requested);
    MemcachedSession local = (MemcachedSession) sessions.get(ourId.value());
    if (running == null) {
      return local;
    }
    Takeover takeover = running.coordinator().takeOver(requested, local);
    if (takeover instanceof Takeover.NothingBetter) {
      return local;
    }
    if (local != null) {
      forget(local);
    }
    return takeover instanceof Takeover.Newer newer ? adopt(running, newer.session(), ourId) : null;
  }

  private MemcachedSession adopt(
      SessionRuntime running, RestoredSession restored, SessionId ourId) {
    MemcachedSession session = (MemcachedSession) createEmptySession();
    session.restore(restored, principals);
    session.setId(ourId.value(), false);
    running.metrics().increment(Metric.TAKEOVERS);
    String oldId = restored.id().value();
    if (!oldId.equals(ourId.value())) {
      session.tellChangedSessionId(ourId.value(), oldId, true, true);
    }
    session.activate();
    return session;
  }

  void requestEnded(MemcachedSession session) {
    SessionRuntime running = runtime;
    if (running != null) {
      running.coordinator().requestEnded(session);
    }
  }

  void renaming(String oldId, String newId) {
    SessionRuntime running = runtime;
    SessionId from = SessionId.parse(oldId);
    SessionId to = SessionId.parse(newId);
    if (running != null && from != null && to != null && !from.base().equals(to.base())) {
      running.coordinator().ending(from);
    }
  }

  void requestIgnored() {
    SessionRuntime running = runtime;
    if (running != null) {
      running.metrics().increment(Metric.REQUESTS_IGNORED);
    }
  }

  void renamed(MemcachedSession session, String oldId) {
    SessionRuntime running = runtime;
    SessionId old = SessionId.parse(oldId);
    if (running != null && old != null) {
      running.coordinator().renamed(session, old);
    }
  }

  boolean isStoredByAnother(MemcachedSession session) {
    SessionRuntime running = runtime;
    return running != null && running.coordinator().isStoredByAnother(session);
  }

  /** Drops our copy of a session that goes on elsewhere: no events, and the record stays. */
  void forget(MemcachedSession session) {
    sessions.remove(session.getIdInternal(), session);
    session.forget();
  }

  private List<MemcachedSession> liveSessions() {
    List<MemcachedSession> live = new ArrayList<>();
    for (Session session : sessions.values()) {
      if (session instanceof MemcachedSession memcached && memcached.isLive()) {
        live.add(memcached);
      }
    }
    return live;
  }
}
