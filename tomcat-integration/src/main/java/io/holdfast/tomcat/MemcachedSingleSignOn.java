package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.sessions.runtime.WebAppContext;
import io.holdfast.tomcat.jmx.NodeBeans;
import io.holdfast.tomcat.login.SignOnEntry;
import io.holdfast.tomcat.login.SignOnMember;
import io.holdfast.tomcat.login.SignOns;
import io.holdfast.tomcat.session.ApplicationSessions;
import io.holdfast.tomcat.session.Rethrow;
import java.io.IOException;
import java.security.Principal;
import java.time.Clock;
import java.util.Collection;
import java.util.Objects;
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
public final class MemcachedSingleSignOn extends SingleSignOnAttributes {

  private static final System.Logger LOG = Loggers.of(MemcachedSingleSignOn.class);

  private final Clock clock = Clock.systemUTC();
  private volatile @Nullable SessionRuntime runtime;
  private volatile @Nullable SignOns signOns;
  private final NodeBeans nodeBeans = new NodeBeans(this);

  /** Creates the valve; Tomcat sets its attributes and starts it. */
  public MemcachedSingleSignOn() {}

  // ---- life cycle ----

  @Override
  protected synchronized void startInternal() throws LifecycleException {
    SessionRuntime starting;
    try {
      starting =
          new SessionRuntime(
              ConfigurationParser.parse(given.all(), given.unknown()),
              context(),
              this::entriesHere);
    } catch (ConfigurationException e) {
      ConfigurationException mistakes = given.asWritten(e);
      throw GivenAttributes.startFailure(
          "Single sign-on cannot start: " + mistakes.getMessage(), mistakes);
    }
    LOG.log(System.Logger.Level.INFO, "Single sign-on is shared: {0}", starting);
    runtime = starting;
    signOns =
        new SignOns(
            cache, starting.sessions(), starting.storeWait(), this::counts, this::end, clock);
    try {
      super.startInternal();
    } catch (LifecycleException | RuntimeException e) {
      starting.close(); // Tomcat does not stop what has not started
      throw e;
    }
    nodeBeans.refresh();
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
    SessionRuntime stopping = runtime;
    nodeBeans.refresh();
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
    SessionRuntime running = runtime;
    return running == null || !getState().isAvailable() ? null : running;
  }

  private SignOns signOns() {
    return Objects.requireNonNull(signOns, "not started");
  }

  /**
   * Forgets sign-ons that are not used here, which are found again in the store. Ends that nodes
   * did not take are brought to them. Nodes that were found have their MBeans from then on.
   */
  @Override
  public void backgroundProcess() {
    super.backgroundProcess();
    SessionRuntime running = runtime;
    if (running != null && getState().isAvailable()) {
      signOns().forgetIdle();
      running.repeatEnds();
      nodeBeans.refresh();
    }
  }

  private Collection<SignOnEntry> entriesHere() {
    return cache.values().stream().map(SignOnEntry.class::cast).toList();
  }

  // ---- a request ----

  @Override
  public void invoke(Request request, Response response) throws IOException {
    SessionId id = signOn(cookie(request));
    boolean isCertain = id == null || signOns().look(id);
    try {
      if (isCertain) {
        super.invoke(request, response);
      } else {
        getNext().invoke(request, response); // and the client keeps its cookie
      }
    } catch (Exception e) {
      throw Rethrow.<RuntimeException>unchecked(e);
    } finally {
      if (id != null && getState().isAvailable()) {
        signOns().requestEnded(id);
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

  // ---- what authenticators ask for ----

  @Override
  protected void register(
      String id, Principal user, String authType, String username, String password) {
    signOns().begin(id, new SingleSignOnEntry(user, authType, username, password));
  }

  /** Returns when other Tomcats can see it. */
  @Override
  protected boolean associate(String id, Session session) {
    boolean isKnown = super.associate(id, session);
    signOns().save(id);
    return isKnown;
  }

  @Override
  protected boolean update(
      String id, Principal user, String authType, String username, String password) {
    boolean isUpdated = super.update(id, user, authType, username, password);
    signOns().save(id);
    return isUpdated;
  }

  /** Logs the user out of all web applications; other Tomcats hear of it at his next request. */
  @Override
  protected void deregister(String id) {
    signOns().end(id);
  }

  // ---- what sessions tell ----

  @Override
  public void sessionDestroyed(String id, Session session) {
    SessionId parsed = signOn(id);
    if (getState().isAvailable() && parsed != null) {
      var unused = signOns().look(parsed); // other Tomcats may have added sessions since
      super.sessionDestroyed(id, session);
    }
  }

  @Override
  protected void removeSession(String id, Session session) {
    signOns().sessionOver(new SessionId(id), session);
  }

  @Override
  protected void sessionChangedId(String id, Session session, String oldId) {
    super.sessionChangedId(id, session, oldId);
    signOns().save(id);
  }

  // ---- the end ----

  /** Valves of several hosts may have the same nodes and keys: it must have begun at this one. */
  private boolean counts(SignOnEntry found) {
    Container container = getContainer();
    return container instanceof Engine
        || found.members().stream().anyMatch(each -> each.host().equals(container.getName()));
  }

  private void end(SignOnMember member) {
    Manager manager = member.manager(engine());
    try {
      var unused = ApplicationSessions.end(manager == null ? null : find(manager, member.id()));
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
