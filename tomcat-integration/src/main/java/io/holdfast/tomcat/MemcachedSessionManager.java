package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.NodeBeans;
import io.holdfast.tomcat.response.AttributeEvents;
import io.holdfast.tomcat.session.ApplicationSessions;
import io.holdfast.tomcat.session.ContextNames;
import io.holdfast.tomcat.session.HoldfastSession;
import io.holdfast.tomcat.session.IssuedIds;
import io.holdfast.tomcat.session.LocalSessions;
import io.holdfast.tomcat.session.ServingMode;
import io.holdfast.tomcat.session.UserSessions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/**
 * A Tomcat session manager that keeps every session in memcached as well, so that another Tomcat
 * can go on with it.
 *
 * <p>To be put into {@code context.xml} as {@code <Manager
 * className="io.holdfast.tomcat.MemcachedSessionManager" memcachedNodes="n1:host:11211"/>}, or made
 * by a program that embeds Tomcat with {@link #builder()}. What it does with the sessions is up to
 * {@link ApplicationSessions}, whether they are sticky or not.
 */
public final class MemcachedSessionManager extends ManagerAttributes {

  private static final System.Logger LOG = Loggers.of(MemcachedSessionManager.class);

  private final LocalSessions locals =
      new LocalSessions(
          this,
          this::isCurrent,
          () -> others().<ServingMode>map(other -> other.mode()).filter(Objects::nonNull));
  private @Nullable TranscoderFactory transcoderFactory;
  private volatile @Nullable RunningApplication running;
  private final NodeBeans nodeBeans = new NodeBeans(this);
  private volatile boolean leaving;
  private volatile @Nullable Throwable startFailure;

  /**
   * Creates the manager; Tomcat sets its attributes and starts it. Unlike Tomcat's own managers it
   * keeps who is logged in, unless {@code persistAuthentication} is turned off.
   */
  public MemcachedSessionManager() {
    sessions = locals;
    setPersistAuthentication(true);
  }

  /**
   * Starts the configuration of a manager for an embedded Tomcat.
   *
   * @return a new builder, with the defaults of all attributes
   */
  public static ManagerBuilder builder() {
    return new ManagerBuilder();
  }

  /** Takes a serializer that needs not be found by name; null for the one that is configured. */
  void transcodeWith(@Nullable TranscoderFactory factory) {
    transcoderFactory = factory;
  }

  @Override
  public String getName() {
    return "MemcachedSessionManager";
  }

  /** What serves the sessions; null if they are not backed up, or not at the moment. */
  private @Nullable ApplicationSessions mode() {
    RunningApplication application = running;
    return application == null ? null : application.sessions();
  }

  @Override
  public @Nullable RuntimeView observed() {
    ApplicationSessions serving = mode();
    return serving == null ? null : serving.observed();
  }

  /**
   * Why the last start has failed, for a program that embeds Tomcat: Tomcat logs it, and goes on
   * without the context.
   *
   * @return a {@link ConfigurationException} where an attribute is wrong; null if no start failed
   */
  public @Nullable Throwable startFailure() {
    return startFailure;
  }

  // ---- before this Tomcat is stopped ----

  /**
   * Has load balancers send requests to other Tomcats, for JMX: a {@link HealthValve} answers 503
   * from now on, for all applications of this Java process. Requests are served as before, and what
   * is not stored yet is stored now.
   *
   * @return how many sessions of all applications the store does not have yet; this Tomcat may be
   *     stopped when the load balancers have seen the 503, and stores them then
   */
  public long drain() {
    HealthValve.drainProcess(true);
    return RunningApplication.storeUnsaved();
  }

  /**
   * Returns whether this Java process is drained.
   *
   * @return true after {@link #drain()}
   */
  public boolean isDraining() {
    return HealthValve.isProcessDraining();
  }

  /** Ends draining: load balancers send requests here again. */
  public void resume() {
    HealthValve.drainProcess(false);
  }

  // ---- other nodes while sessions are served ----

  /**
   * Changes the nodes in one step, for JMX, where each attribute alone would be wrong for a moment.
   *
   * @param memcachedNodes as the attribute
   * @param failoverNodes as the attribute
   * @param copies as the attribute
   * @throws IllegalArgumentException naming the attribute that is wrong, its value and what would
   *     be right; then nothing has changed
   */
  public void changeNodes(String memcachedNodes, String failoverNodes, String copies) {
    change(
        Map.of(
            Setting.MEMCACHED_NODES, memcachedNodes,
            Setting.FAILOVER_NODES, failoverNodes,
            Setting.COPIES, copies));
  }

  @Override
  synchronized void change(Map<Setting<?>, String> changes) {
    RunningApplication application = running;
    if (application == null) {
      given.set(changes);
      return;
    }
    try {
      var unused = application.changeNodes(given.with(changes)).thenRun(nodeBeans::refresh);
    } catch (ConfigurationException e) {
      // A JMX client on another machine does not know our own exceptions.
      throw new IllegalArgumentException(e.getMessage());
    }
    nodeBeans.refresh(); // those that leave are there until their sessions are elsewhere
    given.took(changes);
  }

  // ---- life cycle ----

  @Override
  protected synchronized void startInternal() throws LifecycleException {
    super.startInternal();
    sessions.clear();
    leaving = false;
    startFailure = null;
    try {
      RunningApplication starting = RunningApplication.of(locals, given, transcoderFactory);
      running = starting;
      sessions = starting == null ? new ConcurrentHashMap<>() : locals; // a generator may emit dots
      if (starting == null) {
        LOG.log(System.Logger.Level.INFO, "enabled=\"false\": sessions are not backed up");
      } else {
        starting.start();
      }
    } catch (ConfigurationException e) {
      ConfigurationException mistakes = given.asWritten(e);
      throw GivenAttributes.startFailure(failed(mistakes, mistakes.getMessage()), mistakes);
    } catch (RuntimeException | LinkageError e) { // such as a jar that is missing
      throw new LifecycleException(failed(e, e.toString()), e);
    } catch (LifecycleException e) {
      startFailure = e;
      throw e;
    }
    nodeBeans.refresh();
    setState(LifecycleState.STARTING);
  }

  private String failed(Throwable failure, @Nullable String reason) {
    startFailure = failure;
    running = null;
    leaving = true;
    return "Holdfast cannot start for %s: %s".formatted(ContextNames.of(getContext()), reason);
  }

  @Override
  protected synchronized void stopInternal() throws LifecycleException {
    setState(LifecycleState.STOPPING);
    leaving = true;
    RunningApplication stopping = running;
    try {
      if (stopping != null) {
        stopping.stop();
      }
    } finally {
      running = null;
      if (stopping != null) {
        stopping.forgotten();
      }
      nodeBeans.refresh();
      sessions.clear();
      super.stopInternal();
    }
  }

  /**
   * Tomcat calls this every few seconds, by default ten, and {@link #processExpires} more rarely: a
   * session that has ended must not wait for that, nor who watches nodes that were found.
   */
  @Override
  public void backgroundProcess() {
    ApplicationSessions serving = mode();
    if (serving != null) {
      serving.repeatEnds();
      nodeBeans.refresh();
    }
    super.backgroundProcess();
  }

  /**
   * Ends the sessions whose time is up here, and then those that were left by other Tomcats; those
   * that no request uses take less memory from then on.
   */
  @Override
  public void processExpires() {
    ApplicationSessions serving = mode();
    if (serving == null) {
      super.processExpires();
    } else {
      serving.lookAfterSessions(super::processExpires);
    }
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
    ApplicationSessions serving = mode();
    return serving == null ? new StandardSession(this) : serving.newSession();
  }

  /**
   * Creates a session. A request whose client may have one in the store, which does not answer at
   * the moment, is ended by an exception that is not declared: see {@link
   * ApplicationSessions#newIsWanted}.
   *
   * @throws IllegalStateException if the application stops or has stopped: the session would be
   *     lost, and a request that outlives its application must not be told otherwise
   */
  @Override
  public Session createSession(@Nullable String sessionId) {
    if (leaving) {
      throw new IllegalStateException(
          "%s stops: it gets no more sessions".formatted(ContextNames.of(getContext())));
    }
    ApplicationSessions serving = mode();
    if (serving == null) {
      return super.createSession(sessionId);
    }
    serving.newIsWanted(sessionId);
    return super.createSession(sessionId == null ? null : idLike(sessionId));
  }

  /**
   * The id of a new session whose client has one already, because of {@code sessionCookiePath="/"}.
   *
   * @return null if it gets one of its own
   */
  private @Nullable String idLike(String requested) {
    SessionId id = SessionId.parse(requested);
    if (id == null) {
      return null;
    }
    IssuedIds ids = locals.issuedIds();
    String same =
        others()
            .map(other -> other.sessions.get(requested))
            .filter(Objects::nonNull)
            .map(Session::getIdInternal)
            .findFirst()
            .orElseGet(() -> ids.ofClient(id));
    return same == null || ids.canBeTold(same) ? same : null; // others need not be backed up
  }

  /** The managers of the other applications of the host. */
  private Stream<MemcachedSessionManager> others() {
    return Arrays.stream(getContext().getParent().findChildren())
        .filter(child -> child != getContext() && child instanceof Context)
        .map(child -> ((Context) child).getManager())
        .filter(MemcachedSessionManager.class::isInstance)
        .map(MemcachedSessionManager.class::cast);
  }

  @Override
  protected String generateSessionId() {
    String generated = super.generateSessionId();
    return running == null ? generated : locals.issuedIds().ofGenerated(generated);
  }

  /**
   * Gives a session another id.
   *
   * @throws IllegalArgumentException if others could not tell its base from its route
   */
  @Override
  protected void changeSessionId(
      Session session,
      String newId,
      boolean notifySessionListeners,
      boolean notifyContainerListeners) {
    ApplicationSessions serving = mode();
    if (serving != null) {
      locals.issuedIds().check(newId);
    }
    SessionId former = SessionId.parse(session.getIdInternal());
    super.changeSessionId(session, newId, notifySessionListeners, notifyContainerListeners);
    if (serving != null
        && former != null
        && isCurrent(session)
        && session instanceof HoldfastSession changed) {
      serving.idChanged(changed, former);
    }
  }

  /** The whole ids, for JMX. */
  @Override
  public String listSessionIds() {
    return sessions.values().stream()
        .map(session -> session.getIdInternal() + " ")
        .collect(Collectors.joining());
  }

  /**
   * The text of an attribute, for JMX. One that cannot be shown costs itself, not the list of all
   * attributes of its session.
   */
  @Override
  public @Nullable String getSessionAttribute(String sessionId, String key) {
    try {
      return super.getSessionAttribute(sessionId, key);
    } catch (RuntimeException | Error e) { // of the application's code
      return "(cannot be shown: %s)".formatted(e.getClass().getName());
    }
  }

  /**
   * Returns how large a session in this Tomcat is, for JMX: its attributes, login and notes as they
   * were encoded when it was stored or read last, before compression.
   *
   * @param sessionId as the client has it
   * @return bytes; -1 if this Tomcat does not have it, or it was never stored
   */
  public int getSessionSize(String sessionId) {
    return sessions.get(sessionId) instanceof HoldfastSession here
        ? here.instanceState().recordBytes()
        : InstanceState.UNKNOWN_SIZE;
  }

  /**
   * Returns whose a session in this Tomcat is, for JMX: the user who is logged in to Tomcat, or
   * whom the application has named in {@value SessionsByUser#USER_ATTRIBUTE}.
   *
   * @param sessionId as the client has it
   * @return null if this Tomcat does not have the session, or it has no user
   */
  public @Nullable String getSessionUser(String sessionId) {
    return sessions.get(sessionId) instanceof HoldfastSession here ? here.user() : null;
  }

  /**
   * Finds a session here or in the store. Where sessions are not backed up, whatever the generator
   * has made is an id, as of Tomcat's own manager.
   *
   * @param id as the client sent it; whatever is not a session id finds nothing
   */
  @Override
  public @Nullable Session findSession(@Nullable String id) throws IOException {
    ApplicationSessions serving = mode();
    return serving == null ? super.findSession(id) : serving.find(id);
  }

  /** As {@link #findSession}, and asks the store even if the session is here. */
  @Nullable Session findNow(String id) throws IOException {
    SessionId parsed = SessionId.parse(id);
    ApplicationSessions serving = mode();
    return parsed == null || serving == null ? findSession(id) : serving.findNow(parsed);
  }

  /**
   * Ends a session, for JMX, as if the application had ended it: with its events, and in the store.
   * A sticky session must be in this Tomcat; any other may be anywhere.
   *
   * @param sessionId as the client has it; nothing happens if there is no such session
   * @see #endSession
   */
  @Override
  public void expireSession(String sessionId) {
    var unused = endSession(sessionId);
  }

  /**
   * As {@link #expireSession}, and tells whether there was something to end.
   *
   * @param sessionId as the client has it
   * @return false if nothing was ended here, as the log says, too: there is no such session, or it
   *     is sticky and goes on in another Tomcat
   */
  public boolean endSession(String sessionId) {
    ApplicationSessions serving = mode();
    SessionId id = SessionId.parse(sessionId);
    if (serving == null || id == null) {
      boolean isHere = sessions.containsKey(sessionId);
      super.expireSession(sessionId);
      return isHere;
    }
    boolean hasEnded = serving.endAsked(id);
    if (!hasEnded) {
      LOG.log(
          System.Logger.Level.INFO,
          "Cannot expire session {0}: this Tomcat does not have it{1}",
          id,
          unlessOn(serving.notAsked()));
    }
    return hasEnded;
  }

  private static String unlessOn(List<String> lost) {
    return lost.isEmpty() ? "" : ", unless on nodes that do not answer: " + String.join(", ", lost);
  }

  // ---- sessions by user ----

  /**
   * The sessions of each user, over all Tomcats.
   *
   * @return of use until the manager stops
   * @throws IllegalStateException unless {@code sessionsByUser} is set and the manager serves
   *     sessions
   */
  public SessionsByUser sessionsByUser() {
    ApplicationSessions serving = mode();
    UserSessions users = serving == null ? null : serving.users();
    if (users == null) {
      throw new IllegalStateException(
          "sessionsByUser=\"%s\": sessions of users are listed only with true"
              .formatted(getProperty("sessionsByUser")));
    }
    return new SessionsByUser(users);
  }

  /**
   * The sessions of a user over all Tomcats, for JMX: one on each line, the one used last first,
   * with its name (not its id), when it was created and last used, and its Tomcat.
   *
   * @param user the name, compared as it is
   * @return empty for an unknown user, or one without sessions
   * @throws IllegalStateException if they are not listed, or neither node of the list answers
   */
  public String listSessionsOf(String user) {
    return sessionsByUser().of(user).stream()
        .map(session -> session + System.lineSeparator())
        .collect(Collectors.joining());
  }

  /**
   * Ends all sessions of a user, in whichever Tomcats they are, with their events, for JMX.
   *
   * @param user the name, compared as it is; one that is not known has no sessions
   * @return how many have ended; a session on nodes that do not answer may remain, and stays listed
   * @throws IllegalStateException if they are not listed, or neither node of the list answers
   */
  public int endSessionsOf(String user) {
    return sessionsByUser().end(user);
  }

  /**
   * Ends a session of a user, in whichever Tomcat it is, with its events, for JMX.
   *
   * @param user the name, compared as it is; one that is not known has no sessions
   * @param session the name of the session, as {@link #listSessionsOf} shows it
   * @return whether the user had such a session, and it has ended
   * @throws IllegalStateException if they are not listed, or neither node of the list answers
   */
  public boolean endSessionOf(String user, String session) {
    return sessionsByUser().end(user, session);
  }

  /**
   * Returns whether a session is not one that a request, or a thread, of an earlier start of the
   * application still has: its objects are of the classes of that time, and the session of its id
   * has gone on since.
   */
  private boolean isCurrent(Session session) {
    return !(session instanceof HoldfastSession steady) || steady.isOf(mode());
  }

  /** Lets requests find a session, unless it is of an earlier start of the application. */
  @Override
  public void add(Session session) {
    if (isCurrent(session)) {
      super.add(session);
    }
  }

  /** Removes a session; one of an earlier start of the application is not here any more. */
  @Override
  public void remove(Session session, boolean update) {
    if (!isCurrent(session)) {
      return;
    }
    ApplicationSessions serving = mode();
    super.remove(session, update);
    if (serving != null && update && session instanceof HoldfastSession ended) {
      serving.removed(ended);
    }
  }

  /**
   * Returns whether an attribute is stored. Whose session it is must be known to each Tomcat that
   * lists it; which WebSockets belong to the session is of no use to another Tomcat than theirs,
   * and who destroys a bean of Spring's is made where the session ends.
   */
  @Override
  public boolean willAttributeDistribute(String name, Object value) {
    if (AttributeEvents.SOCKETS.equals(name) || name.startsWith(AttributeEvents.DESTRUCTION)) {
      return false;
    }
    RunningApplication application = running;
    return application == null
        ? super.willAttributeDistribute(name, value)
        : application.needsToStore(name)
            || (application.mayStore(name) && super.willAttributeDistribute(name, value));
  }
}
