package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.sessions.runtime.WebAppContext;
import io.holdfast.tomcat.session.ApplicationSessions;
import io.holdfast.tomcat.session.ContextNames;
import io.holdfast.tomcat.session.HoldfastSession;
import io.holdfast.tomcat.session.LocalSessions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.jspecify.annotations.Nullable;

/** What a manager has from a start of its application to the stop. */
final class RunningApplication {

  private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);

  /** Weak, for those that are never stopped, as their application has failed. */
  private static final Set<RunningApplication> OF_PROCESS =
      Collections.newSetFromMap(new WeakHashMap<>());

  private final Context context;
  private final WebAppContext place;
  private final KeyOwner keys;
  private final ApplicationSessions sessions;
  private final @Nullable Pattern attributeFilter;
  private SessionConfiguration configuration;

  /**
   * Creates what {@link #start} brings into use.
   *
   * @param transcoderFactory a serializer that needs not be found by name; null for the one that is
   *     configured
   * @return null if sessions are not to be backed up
   * @throws ConfigurationException naming each attribute that is wrong
   */
  static @Nullable RunningApplication of(
      LocalSessions locals, GivenAttributes given, @Nullable TranscoderFactory transcoderFactory)
      throws LifecycleException {
    Context context = locals.context();
    SessionConfiguration configuration =
        ConfigurationParser.parseIfEnabled(given.all(), mistakesElsewhere(locals, given));
    if (configuration == null) {
      return null;
    }
    if (locals.attributeEvents().takesIdsFromTls(context)) {
      throw new LifecycleException(
          ("Holdfast cannot start for %s: tracking-mode SSL takes session ids from TLS connections,"
                  + " which no other Tomcat knows; use COOKIE or URL")
              .formatted(ContextNames.of(context)));
    }
    UnwantedJars.OF_PROCESS.look(context);
    if (configuration.isSticky()) {
      locals.issuedIds().checkRoute();
    }
    return new RunningApplication(locals, configuration, transcoderFactory);
  }

  /** What is wrong with attributes that are not Holdfast's; of the ids if there are any. */
  private static List<ConfigurationException> mistakesElsewhere(
      LocalSessions locals, GivenAttributes given) {
    List<ConfigurationException> mistakes = new ArrayList<>(given.unknown());
    if (ConfigurationParser.isEnabled(given.all())) {
      try {
        locals.issuedIds().checkGenerator(locals.manager().getSessionIdGenerator());
      } catch (ConfigurationException e) {
        mistakes.add(e);
      }
    }
    return mistakes;
  }

  private RunningApplication(
      LocalSessions locals,
      SessionConfiguration configuration,
      @Nullable TranscoderFactory transcoderFactory) {
    this.context = locals.context();
    this.configuration = configuration;
    this.place = place(context, transcoderFactory);
    this.keys = KeyOwner.of(configuration, place);
    this.sessions = new ApplicationSessions(locals, configuration, place);
    this.attributeFilter = configuration.find(Setting.SESSION_ATTRIBUTE_FILTER).orElse(null);
  }

  private static WebAppContext place(
      Context context, @Nullable TranscoderFactory transcoderFactory) {
    Container host = context.getParent();
    return new WebAppContext(
        host == null ? "localhost" : host.getName(),
        context.getPath(),
        context.getWebappVersion().isEmpty() ? null : context.getWebappVersion(),
        loader(context),
        WebInfClasses.of(context),
        RunningApplication.class.getClassLoader(),
        transcoderFactory,
        Clock.systemUTC(),
        TomcatResources.of(context));
  }

  private static ClassLoader loader(Context context) {
    return context.getLoader() == null
        ? Objects.requireNonNull(Thread.currentThread().getContextClassLoader())
        : context.getLoader().getClassLoader();
  }

  /** Lets requests come; the manager must know this before. */
  void start() {
    try {
      sessions.start();
      HostValve.add(context, sessions);
    } catch (RuntimeException | Error e) {
      sessions.close();
      throw e;
    }
    List<KeyOwner> others;
    synchronized (OF_PROCESS) {
      others = ofProcess().stream().map(each -> each.keys).toList();
      OF_PROCESS.add(this);
    }
    keys.warnOfSame(others, configuration.get(Setting.STORAGE_KEY_PREFIX));
    sessions.begin();
  }

  /** Puts into the store what is not there, and ends all. */
  void stop() {
    try {
      sessions.leave(STOP_DEADLINE);
    } finally {
      sessions.close();
      HostValve.remove(context, sessions);
    }
  }

  /** The manager does not know this any more. */
  void forgotten() {
    synchronized (OF_PROCESS) {
      OF_PROCESS.remove(this);
    }
  }

  /** Those of this Java process that have started. */
  static List<RunningApplication> ofProcess() {
    synchronized (OF_PROCESS) {
      return List.copyOf(OF_PROCESS);
    }
  }

  /**
   * Begins to store what no request has stored, such as sessions that began in ignored requests.
   *
   * @return how many sessions the store does not have yet, of all applications of this Java process
   */
  static long storeUnsaved() {
    long missing = 0;
    for (RunningApplication application : ofProcess()) {
      RuntimeView observed = application.sessions.observed();
      observed.storeUnsaved();
      missing +=
          Math.max(
              observed.metrics().get(Metric.SESSIONS_NOT_STORED),
              observed.metrics().get(Metric.BACKUPS_WAITING));
    }
    return missing;
  }

  /** Returns whether it is the one whose classes a loader has. */
  boolean isOf(@Nullable ClassLoader loader) {
    return place.applicationLoader() == loader;
  }

  ApplicationSessions sessions() {
    return sessions;
  }

  /**
   * Uses other nodes from now on.
   *
   * @param attributes all attributes as they are then
   * @return completes when sessions are where they belong
   */
  CompletableFuture<Void> changeNodes(Map<Setting<?>, String> attributes) {
    NodeLayout layout = ConfigurationParser.parseLayout(attributes, configuration);
    configuration = configuration.with(layout);
    return sessions.runtime().changeNodes(layout);
  }

  /** Returns whether each Tomcat needs an attribute, to know whose session it lists. */
  boolean needsToStore(String attribute) {
    return sessions.users() != null && HoldfastSession.USER.equals(attribute);
  }

  /** Returns whether the configured filter lets an attribute pass. */
  boolean mayStore(String attribute) {
    return attributeFilter == null || attributeFilter.matcher(attribute).matches();
  }
}
