package io.holdfast.spring.boot;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.ManagerBuilder;
import io.holdfast.tomcat.MemcachedSessionManager;
import io.holdfast.tomcat.SessionsByUser;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.session.ContextNames;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a program's Tomcat: gives it its session manager, and shows how that is. Does
 * nothing in a program that starts no Tomcat, such as a test with a mock of the servlet API.
 */
public final class TomcatSessions implements Measured {

  private final HoldfastProperties properties;
  private final List<String> programClasses;
  private final Supplier<String> newRoute;
  private final Consumer<Throwable> startFailures;
  private final List<Runnable> round = new CopyOnWriteArrayList<>();
  private volatile @Nullable Context context;
  private volatile @Nullable MemcachedSessionManager manager;

  /**
   * Has no manager yet.
   *
   * @param properties of the program
   * @param programClasses entries of {@code allowedClasses} beside those of the property
   * @param newRoute makes a route that no other instance has, for programs that are given none
   * @param startFailures is told why the manager could not start; Tomcat tells only its log
   */
  TomcatSessions(
      HoldfastProperties properties,
      List<String> programClasses,
      Supplier<String> newRoute,
      Consumer<Throwable> startFailures) {
    this.properties = properties;
    this.programClasses = List.copyOf(programClasses);
    this.newRoute = newRoute;
    this.startFailures = startFailures;
  }

  /**
   * Gives a context that has not started its manager, and its engine a route.
   *
   * @throws io.holdfast.core.config.ConfigurationException if a property is wrong
   */
  public void installIn(Context starting) {
    Map<Setting<?>, String> given = properties.given();
    var unused = ConfigurationParser.parseIfEnabled(given, properties.unknown());
    ManagerBuilder builder = MemcachedSessionManager.builder();
    given.forEach(builder::attribute);
    builder.attribute(Setting.ALLOWED_CLASSES, allowedClasses(given.get(Setting.ALLOWED_CLASSES)));
    MemcachedSessionManager made = builder.build();
    route(starting, !"false".equals(given.get(Setting.STICKY)));
    starting.setManager(made);
    starting.addLifecycleListener(event -> contextSays(event.getType(), made));
    manager = made;
    context = starting;
  }

  private void contextSays(String event, MemcachedSessionManager made) {
    if (event.equals(Lifecycle.PERIODIC_EVENT)) {
      round.forEach(Runnable::run);
    } else if (event.equals(Lifecycle.BEFORE_STOP_EVENT)) { // also after a start that failed
      Throwable failure = made.startFailure();
      if (failure != null) {
        startFailures.accept(failure);
      }
    }
  }

  private String allowedClasses(@Nullable String given) {
    return Stream.concat(programClasses.stream(), Stream.ofNullable(given))
        .collect(Collectors.joining(","));
  }

  /**
   * The one of the property; else the one that the engine has; else one that no other has, where a
   * session that moves away and back is noticed by it.
   */
  private void route(Context starting, boolean isSticky) {
    if (starting.getParent() != null && starting.getParent().getParent() instanceof Engine engine) {
      String wanted = properties.route();
      if (wanted != null) {
        engine.setJvmRoute(wanted);
      } else if (isSticky && engine.getJvmRoute() == null) {
        engine.setJvmRoute(newRoute.get());
      }
    }
  }

  /** What there is to see; null while no sessions are backed up. */
  @Override
  public @Nullable RuntimeView observed() {
    MemcachedSessionManager present = manager;
    return present == null ? null : present.observed();
  }

  /** How the nodes are, and whether this program is drained. */
  public NodesHealth health() {
    return NodesHealth.of(observed()).drained(isDraining());
  }

  /** Returns whether this program is drained: it serves on, and its health is out of service. */
  boolean isDraining() {
    MemcachedSessionManager present = manager;
    return present != null && present.isDraining();
  }

  /**
   * Begins or ends draining.
   *
   * @return how many sessions the store does not have yet
   */
  long drain(boolean wanted) {
    MemcachedSessionManager present = manager;
    if (present == null) {
      return 0;
    }
    long notStored = present.drain();
    if (!wanted) {
      present.resume();
    }
    return notStored;
  }

  /** The sessions of each user; null while none are served, or they are not listed. */
  @Nullable SessionsByUser byUser() {
    MemcachedSessionManager present = manager;
    try {
      return present == null ? null : present.sessionsByUser();
    } catch (IllegalStateException e) { // not listed, or not started
      return null;
    }
  }

  /** The name of the context, such as {@code /}; null if there is none. */
  @Nullable String contextName() {
    Context present = context;
    return present == null ? null : ContextNames.of(present);
  }

  /** Calls this whenever Tomcat does its background work, which is every ten seconds. */
  void onEachRound(Runnable work) {
    round.add(work);
  }

  /** Backs up what is not backed up yet, and serves no sessions from then on. */
  void stop() {
    MemcachedSessionManager present = manager;
    if (present != null && present.getState().isAvailable()) {
      change(present, MemcachedSessionManager::stop);
    }
  }

  /** Serves sessions again after {@link #stop}; does nothing otherwise. */
  void start() {
    MemcachedSessionManager present = manager;
    if (present != null && present.getState() == LifecycleState.STOPPED) {
      change(present, MemcachedSessionManager::start);
    }
  }

  /** A step of a manager's life. */
  private interface Change {
    void of(MemcachedSessionManager manager) throws LifecycleException;
  }

  /** With the class loader that Tomcat would have at the thread, for the classes of attributes. */
  private static void change(MemcachedSessionManager manager, Change change) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(manager.getContext().getLoader().getClassLoader());
      change.of(manager);
    } catch (LifecycleException e) {
      throw new IllegalStateException("The sessions can be neither stopped nor started", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
