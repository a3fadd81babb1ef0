package io.holdfast.tomcat.login;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.model.StoreWait;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.catalina.Session;
import org.apache.catalina.authenticator.SingleSignOnEntry;
import org.jspecify.annotations.Nullable;

/**
 * The single sign-ons of one valve: those that this Tomcat knows, and what the store says of them.
 * Each method waits for the store.
 */
public final class SignOns {

  private final Map<String, SingleSignOnEntry> here;
  private final SessionEngine sessions;
  private final StoreWait store;
  private final Predicate<SignOnEntry> counts;
  private final Consumer<SignOnMember> ending;
  private final InstantSource clock;
  private final PrincipalCodec principals = new PrincipalCodec();

  /**
   * Creates those of a valve.
   *
   * @param here where Tomcat's valve has those that it knows, by their ids
   * @param counts whether a sign-on that is not known here counts here
   * @param ending ends a session that belonged to a sign-on, unless that has happened elsewhere
   */
  public SignOns(
      Map<String, SingleSignOnEntry> here,
      SessionEngine sessions,
      StoreWait store,
      Predicate<SignOnEntry> counts,
      Consumer<SignOnMember> ending,
      InstantSource clock) {
    this.here = here;
    this.sessions = sessions;
    this.store = store;
    this.counts = counts;
    this.ending = ending;
    this.clock = clock;
  }

  private @Nullable SignOnEntry here(String id) {
    return (SignOnEntry) here.get(id);
  }

  /** Has this Tomcat know of a sign-on what the store says; false if nodes are silent. */
  public boolean look(SessionId id) {
    SignOnEntry local = here(id.value());
    LoadedSession opening = store.awaitAndMake(sessions.look(id, local, false));
    if (opening instanceof LoadedSession.Fresh fresh) {
      SignOnEntry found = new SignOnEntry(fresh, local, principals);
      if (local == null && !counts.test(found)) {
        return true; // what another host's realm says of a user does not count here
      }
      here.put(id.value(), found);
    } else if (opening instanceof LoadedSession.Nothing && local != null) {
      here.remove(id.value(), local);
      local.members().forEach(ending);
    } else if (opening instanceof LoadedSession.Nothing nothing) {
      return nothing.isCertain();
    }
    SignOnEntry entry = here(id.value());
    if (entry != null) {
      entry.used(clock.millis());
    }
    return opening != null || entry != null;
  }

  /** A user has signed on; other Tomcats know it when a session of it is saved. */
  public void begin(String id, SingleSignOnEntry login) {
    here.put(
        id,
        new SignOnEntry(
            new SessionId(id), login, clock.millis(), sessions.noAttributes(), principals));
  }

  /** Returns when other Tomcats can see what has changed. */
  public void save(String id) {
    SignOnEntry entry = here(id);
    if (entry != null) {
      var unused = store.await(sessions.save(entry));
    }
  }

  /** Logs the user out of all web applications; other Tomcats hear of it at his next request. */
  public void end(String id) {
    SignOnEntry entry = here(id);
    if (entry != null && here.remove(id, entry)) {
      var unused = store.await(sessions.end(entry));
      entry.members().forEach(ending);
    }
  }

  /** A request with the cookie has ended. */
  public void requestEnded(SessionId id) {
    SignOnEntry entry = here(id.value());
    if (entry != null) {
      sessions.requestEnded(entry);
    }
  }

  /**
   * A session has ended by itself, and belongs to its sign-on no more. The last one ends that; of
   * two that end on two Tomcats at one time, the later one to be saved.
   */
  public void sessionOver(SessionId id, Session session) {
    SignOnEntry entry = here(id.value());
    if (entry == null) {
      return;
    }
    entry.removeSession(session);
    if (!entry.members().isEmpty()) {
      save(id.value());
      var unused = look(id);
    }
    SignOnEntry now = here(id.value());
    if (now != null && now.members().isEmpty()) {
      end(id.value());
    }
  }

  /** Forgets those that are not used here, which are found again in the store. */
  public void forgetIdle() {
    long now = clock.millis();
    here.values().removeIf(entry -> ((SignOnEntry) entry).isIdle(now));
  }
}
