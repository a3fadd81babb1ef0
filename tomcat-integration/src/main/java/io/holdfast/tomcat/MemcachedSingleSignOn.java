package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.nonsticky.LoadedSession;
import io.holdfast.sessions.runtime.NonStickyRuntime;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.sessions.runtime.WebAppContext;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.jmx.NodeBeans;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.login.SignOnEntry;
import io.holdfast.tomcat.login.SignOnMember;
import io.holdfast.tomcat.mode.SessionInvalidation;
import io.holdfast.tomcat.request.Rethrow;
import java.io.IOException;
import java.security.Principal;
import java.time.Clock;
import java.util.Collection;
import java.util.Objects;
import javax.management.ObjectName;
import org.apache.catalina.Container;
import org.apache.catalina.Engine;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.apache.catalina.authenticator.SingleSignOnEntry;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.tomcat.util.http.ServerCookies;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's single sign-on across the Tomcats of a cluster: who logged in to one web application of
 * a host is logged in to all of them on each Tomcat, until he logs out of one.
 *
 * <p>To be put into the {@code Host} of {@code server.xml} in place of Tomcat's own: {@code <Valve
 * className="io.holdfast.tomcat.MemcachedSingleSignOn" memcachedNodes="n1:host:11211"/>}.
 *
 * <p>A sign-on lies in memcached like a non-sticky session. Each request that brings its cookie
 * asks the store for it: one that was ended elsewhere ends here, with the sessions that belong to
 * it. While no node answers, what this Tomcat knows holds.
 */
public final class MemcachedSingleSignOn extends SingleSignOnAttributes implements Measured {

  private static final System.Logger LOG = Loggers.of(MemcachedSingleSignOn.class);

  private final Clock clock = Clock.systemUTC();
  private final PrincipalCodec principals = new PrincipalCodec();
  private volatile @Nullable NonStickyRuntime runtime;
  private volatile @Nullable NodeBeans nodeBeans;

  /** Creates the valve; Tomcat sets its attributes and starts it. */
  public MemcachedSingleSignOn() {}

  // ---- life cycle ----

  @Override
  protected synchronized void startInternal() throws LifecycleException {
    NonStickyRuntime starting;
    try {
      checkUnknown();
      starting =
          new NonStickyRuntime(ConfigurationParser.parse(settings()), context(), this::entriesHere);
    } catch (ConfigurationException e) {
      throw StartFailure.of("Single sign-on cannot start: " + e.getMessage(), e);
    }
    LOG.log(System.Logger.Level.INFO, "Single sign-on is shared: {0}", starting);
    runtime = starting;
    try {
      super.startInternal();
    } catch (LifecycleException | RuntimeException e) {
      starting.close(); // Tomcat does not stop what has not started
      throw e;
    }
    ObjectName own = getObjectName();
    if (own != null) {
      nodeBeans = new NodeBeans(own, () -> runtime);
      nodeBeans.refresh();
    }
  }

  private WebAppContext context() {
    ClassLoader loader = MemcachedSingleSignOn.class.getClassLoader();
    return new WebAppContext(
        getContainer().getName(),
        "",
        null,
        loader,
        ApplicationClasses.NONE,
        loader,
        null,
        clock,
        TomcatResources.of(getContainer()));
  }

  @Override
  protected synchronized void stopInternal() throws LifecycleException {
    super.stopInternal();
    NonStickyRuntime stopping = runtime;
    NodeBeans beans = nodeBeans;
    if (beans != null) {
      beans.close();
    }
    if (stopping != null) {
      stopping.close();
    }
    cache.clear();
  }

  /** {@return how many sign-ons this Tomcat knows; those that only the store has do not count} */
  public int getSignOnsHere() {
    return cache.size();
  }

  @Override
  public @Nullable RuntimeView observed() {
    NonStickyRuntime running = runtime;
    return running == null || !getState().isAvailable() ? null : running;
  }

  private NonStickyRuntime runtime() {
    return Objects.requireNonNull(runtime, "not started");
  }

  private StoreWait store() {
    return new StoreWait(runtime().patience());
  }

  /**
   * Forgets sign-ons that are not used here, which are found again in the store. Ends that nodes
   * did not take are brought to them. Nodes that were found have their MBeans from then on.
   */
  @Override
  public void backgroundProcess() {
    super.backgroundProcess();
    long now = clock.millis();
    cache.values().removeIf(entry -> ((SignOnEntry) entry).isIdle(now));
    if (!getState().isAvailable()) {
      return;
    }
    runtime().repeatEnds();
    NodeBeans beans = nodeBeans;
    if (beans != null) {
      beans.refresh();
    }
  }

  private Collection<SignOnEntry> entriesHere() {
    return cache.values().stream().map(SignOnEntry.class::cast).toList();
  }

  private @Nullable SignOnEntry here(@Nullable String id) {
    SingleSignOnEntry entry = id == null ? null : cache.get(id);
    return (SignOnEntry) entry;
  }

  // ---- a request ----

  @Override
  public void invoke(Request request, Response response) throws IOException {
    SessionId id = signOn(cookie(request));
    boolean isCertain = id == null || look(id);
    try {
      if (isCertain) {
        super.invoke(request, response);
      } else {
        getNext().invoke(request, response); // and the client keeps its cookie
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw Rethrow.<RuntimeException>unchecked(e);
    } finally {
      SignOnEntry entry = id == null ? null : here(id.value());
      if (entry != null && getState().isAvailable()) {
        runtime().sessions().requestEnded(entry);
      }
    }
  }

  /** The id of a sign-on; null if it is none: authenticators give theirs no jvmRoute. */
  private static @Nullable SessionId signOn(@Nullable String value) {
    SessionId id = SessionId.parse(value);
    return id == null || !id.value().equals(id.base()) ? null : id;
  }

  /** The cookie's value, by what has no other name in another namespace of the servlet API. */
  private @Nullable String cookie(Request request) {
    ServerCookies cookies = request.getServerCookies();
    for (int i = 0; i < cookies.getCookieCount(); i++) {
      if (cookies.getCookie(i).getName().equals(getCookieName())) {
        return cookies.getCookie(i).getValue().toString();
      }
    }
    return null;
  }

  /**
   * Sees to it that this Tomcat knows of a sign-on what the store says.
   *
   * @return false if it is not known whether there is one
   */
  private boolean look(SessionId id) {
    SignOnEntry local = here(id.value());
    LoadedSession opening = store().awaitAndMake(runtime().sessions().look(id, local, false));
    if (opening instanceof LoadedSession.Fresh fresh) {
      SignOnEntry found = new SignOnEntry(fresh, local, principals);
      if (local == null && !isOfThisHost(found)) {
        return true; // what another host's realm says of a user does not count here
      }
      cache.put(id.value(), found);
    } else if (opening instanceof LoadedSession.Nothing && local != null) {
      cache.remove(id.value(), local);
      local.members().forEach(this::end);
    } else if (opening instanceof LoadedSession.Nothing nothing) {
      return nothing.isCertain();
    }
    SignOnEntry entry = here(id.value());
    if (entry != null) {
      entry.used(clock.millis());
    }
    return opening != null || entry != null;
  }

  /** Whether it began at this host: valves of several hosts may have the same nodes and keys. */
  private boolean isOfThisHost(SignOnEntry found) {
    Container container = getContainer();
    return container instanceof Engine
        || found.members().stream().anyMatch(member -> member.host().equals(container.getName()));
  }

  // ---- what authenticators ask for ----

  @Override
  protected void register(
      String id, Principal user, String authType, String username, String password) {
    cache.put(
        id,
        new SignOnEntry(
            new SessionId(id),
            new SingleSignOnEntry(user, authType, username, password),
            clock.millis(),
            runtime().sessions().noAttributes(),
            principals));
  }

  /** Returns when other Tomcats can see it. */
  @Override
  protected boolean associate(String id, Session session) {
    boolean isKnown = super.associate(id, session);
    save(id);
    return isKnown;
  }

  @Override
  protected boolean update(
      String id, Principal user, String authType, String username, String password) {
    boolean isUpdated = super.update(id, user, authType, username, password);
    save(id);
    return isUpdated;
  }

  private void save(String id) {
    SignOnEntry entry = here(id);
    if (entry != null) {
      var unused = store().await(runtime().sessions().save(entry));
    }
  }

  /** Logs the user out of all web applications; other Tomcats hear of it at his next request. */
  @Override
  protected void deregister(String id) {
    SignOnEntry entry = here(id);
    if (entry != null && cache.remove(id, entry)) {
      var unused = store().await(runtime().sessions().end(entry));
      entry.members().forEach(this::end);
    }
  }

  // ---- what sessions tell ----

  @Override
  public void sessionDestroyed(String id, Session session) {
    SessionId parsed = signOn(id);
    if (getState().isAvailable() && parsed != null) {
      var unused = look(parsed); // other Tomcats may have added sessions since the last request
      super.sessionDestroyed(id, session);
    }
  }

  @Override
  protected void removeSession(String id, Session session) {
    SignOnEntry entry = here(id);
    if (entry != null) {
      entry.removeSession(session);
      if (entry.members().isEmpty()) {
        deregister(id);
      } else {
        save(id);
      }
    }
  }

  @Override
  protected void sessionChangedId(String id, Session session, String oldId) {
    super.sessionChangedId(id, session, oldId);
    save(id);
  }

  // ---- the end ----

  /** Ends a session that belonged to a sign-on, unless that has happened elsewhere. */
  private void end(SignOnMember member) {
    Manager manager = member.manager(engine());
    try {
      var unused = SessionInvalidation.end(manager == null ? null : find(manager, member.id()));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A session could not be looked for", e);
    }
  }

  private static @Nullable Session find(Manager manager, String id) throws IOException {
    return manager instanceof MemcachedSessionManager ours
        ? ours.findNow(id)
        : manager.findSession(id);
  }

  private Container engine() {
    Container container = getContainer();
    return container instanceof Engine ? container : container.getParent();
  }
}
