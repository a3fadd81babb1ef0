package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.flow.NodeStatus;
import io.holdfast.core.flow.Surroundings;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.tomcat.response.AttributeEvents;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Session;
import org.apache.catalina.Valve;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/**
 * A Tomcat session manager that keeps every session in memcached as well, so that another Tomcat
 * can go on with it.
 *
 * <p>To be put into {@code context.xml} as {@code <Manager
 * className="io.holdfast.tomcat.MemcachedSessionManager" memcachedNodes="n1:host:11211"/>}, or made
 * by a program that embeds Tomcat with {@link #builder()}. What it does with the sessions is up to
 * its mode: {@link StickySessions} or {@link AnywhereSessions}.
 */
public final class MemcachedSessionManager extends ManagerAttributes {

  private static final System.Logger LOG =
      System.getLogger(MemcachedSessionManager.class.getName());

  private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);

  private final AttributeEvents attributeEvents = AttributeEvents.ofRunningTomcat();
  private @Nullable TranscoderFactory transcoderFactory;
  private @Nullable Pattern attributeFilter;
  private volatile @Nullable ServingMode mode;
  private @Nullable SessionConfiguration running;
  private @Nullable Valve valve;

  /**
   * Creates the manager; Tomcat sets its attributes and starts it. Unlike Tomcat's own managers it
   * keeps who is logged in, unless {@code persistAuthentication} is turned off.
   */
  public MemcachedSessionManager() {
    setPersistAuthentication(true);
  }

  /** Starts the configuration of a manager for an embedded Tomcat. */
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

  /**
   * The counters as {@code NAME=count}, for JMX: Tomcat shows no maps. Empty while sessions are not
   * backed up.
   */
  public String[] getCounters() {
    ServingMode serving = mode;
    return serving == null
        ? new String[0]
        : serving.metrics().snapshot().entrySet().stream()
            .map(counter -> counter.getKey().name() + '=' + counter.getValue())
            .sorted()
            .toArray(String[]::new);
  }

  /** The ids of the nodes that do not answer at the moment, for JMX. */
  public String[] getLostNodes() {
    ServingMode serving = mode;
    return serving == null ? new String[0] : serving.health().lostNodes().toArray(new String[0]);
  }

  /**
   * Each node in use, as {@code id=n1 address=host:port state=AVAILABLE since=…}, for JMX. The
   * state is {@code AVAILABLE}, {@code STANDBY} (a failover node), {@code LOST}, or {@code LEAVING}
   * for one that was taken out of the list and whose sessions are being stored elsewhere.
   */
  public String[] getNodes() {
    ServingMode serving = mode;
    return serving == null
        ? new String[0]
        : serving.nodes().stream().map(NodeStatus::toString).toArray(String[]::new);
  }

  /** How many sessions wait to be stored again because nodes came or went, for JMX. */
  public int getResyncWaiting() {
    ServingMode serving = mode;
    return serving == null ? 0 : serving.resyncProgress().waiting();
  }

  /** How many sessions had their turn to be stored again since the start, for JMX. */
  public long getResyncDone() {
    ServingMode serving = mode;
    return serving == null ? 0 : serving.resyncProgress().done();
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
  synchronized void useNodes(Map<Setting, String> attributes) {
    ServingMode serving = mode;
    SessionConfiguration before = running;
    if (serving == null || before == null) {
      return;
    }
    try {
      NodeLayout layout = ConfigurationParser.parseLayout(attributes, before);
      running = before.with(layout);
      serving.changeNodes(layout);
    } catch (ConfigurationException e) {
      // A JMX client on another machine does not know our own exceptions.
      throw new IllegalArgumentException(e.getMessage());
    }
  }

  // ---- life cycle ----

  @Override
  protected synchronized void startInternal() throws LifecycleException {
    super.startInternal();
    try {
      if (ConfigurationParser.isEnabled(givenAttributes())) {
        TrackingModes.check(getContext());
        startServing(ConfigurationParser.parse(givenAttributes()));
      } else {
        LOG.log(System.Logger.Level.INFO, "enabled=\"false\": sessions are not backed up");
      }
    } catch (ConfigurationException e) {
      throw new LifecycleException(
          "Holdfast cannot start for %s: %s".formatted(getContext().getName(), e.getMessage()), e);
    }
    setState(LifecycleState.STARTING);
  }

  private void startServing(SessionConfiguration configuration) {
    Context context = getContext();
    ServingMode starting =
        configuration.isSticky()
            ? new StickySessions(this, configuration, surroundings(context))
            : new AnywhereSessions(this, configuration, surroundings(context));
    attributeFilter = configuration.attributeFilter();
    mode = starting;
    running = configuration;
    valve = starting.valve();
    context.getParent().getPipeline().addValve(valve);
    starting.start();
  }

  private Surroundings surroundings(Context context) {
    return new Surroundings(
        hostName(context),
        context.getPath(),
        context.getWebappVersion().isEmpty() ? null : context.getWebappVersion(),
        context.getLoader() == null
            ? Objects.requireNonNull(Thread.currentThread().getContextClassLoader())
            : context.getLoader().getClassLoader(),
        MemcachedSessionManager.class.getClassLoader(),
        transcoderFactory,
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
    ServingMode stopping = mode;
    if (stopping != null) {
      stopping.stop(STOP_DEADLINE);
      mode = null;
      running = null;
    }
    sessions.clear();
    super.stopInternal();
  }

  /** Does nothing: sessions are read when they are asked for, not thousands of them at start. */
  @Override
  public void load() {}

  /** Does nothing: sessions are in the store since their last request. */
  @Override
  public void unload() {}

  // ---- sessions ----

  /** What is done with the sessions; null while they are not backed up. */
  @Nullable ServingMode mode() {
    return mode;
  }

  @Override
  protected StandardSession getNewSession() {
    ServingMode serving = mode;
    return serving == null ? new StandardSession(this) : serving.newSession();
  }

  /**
   * Finds a session here or in the store.
   *
   * @param id as the client sent it; whatever is not a session id finds nothing
   */
  @Override
  public @Nullable Session findSession(@Nullable String id) throws IOException {
    SessionId parsed = SessionId.parse(id);
    if (parsed == null) {
      return null;
    }
    ServingMode serving = mode;
    return serving == null ? local(parsed) : serving.find(parsed);
  }

  /** As {@link #findSession}, and asks the store even if the session is here. */
  @Nullable Session findNow(String id) throws IOException {
    SessionId parsed = SessionId.parse(id);
    ServingMode serving = mode;
    return parsed == null || serving == null ? findSession(id) : serving.findNow(parsed);
  }

  @Override
  public void remove(Session session, boolean update) {
    ServingMode serving = mode;
    if (serving == null) {
      removeLocal(session, update);
    } else {
      serving.remove(session, update);
    }
  }

  @Override
  public boolean willAttributeDistribute(String name, Object value) {
    Pattern filter = attributeFilter;
    return (filter == null || filter.matcher(name).matches())
        && super.willAttributeDistribute(name, value);
  }

  // ---- the sessions that are in this Tomcat, for the mode ----

  /** Tells attributes what Tomcat's session does not tell. */
  AttributeEvents attributeEvents() {
    return attributeEvents;
  }

  /** The session with this very id, as far as this Tomcat has it. */
  @Nullable Session local(SessionId id) {
    return sessions.get(id.value());
  }

  /** All sessions of a kind. */
  <T extends Session> List<T> locals(Class<T> kind) {
    List<T> found = new ArrayList<>();
    for (Session session : sessions.values()) {
      if (kind.isInstance(session)) {
        found.add(kind.cast(session));
      }
    }
    return found;
  }

  /** Removes a session with Tomcat's own book-keeping. */
  void removeLocal(Session session, boolean update) {
    super.remove(session, update);
  }

  /** Drops an instance without any book-keeping, unless another one has its place. */
  void forgetLocal(Session session) {
    sessions.remove(session.getIdInternal(), session);
  }

  /**
   * Lets requests find an instance under its id.
   *
   * @param isAsGood whether the instance that they find now may stay
   * @return the instance that they find from now on
   */
  Session publish(Session session, Predicate<Session> isAsGood) {
    return sessions.merge(
        session.getIdInternal(), session, (other, ours) -> isAsGood.test(other) ? other : ours);
  }
}
