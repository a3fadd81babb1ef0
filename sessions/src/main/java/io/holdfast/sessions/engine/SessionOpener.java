package io.holdfast.sessions.engine;

import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.expiry.OrphanExpiry.Orphan;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionOrder;
import java.util.ConcurrentModificationException;
import org.jspecify.annotations.Nullable;

/** Decides what a request gets, from the nodes' records and the instance that is here. */
final class SessionOpener {

  private final EngineTools tools;
  private final SessionAge age;
  private final SessionWriters writers;
  private final boolean isSticky;

  /** Instances of sticky sessions may give up the bytes of their records. */
  SessionOpener(EngineTools tools, SessionWriters writers, boolean isSticky) {
    this.isSticky = isSticky;
    this.tools = tools;
    this.age = new SessionAge(tools.clock());
    this.writers = writers;
  }

  /** The attributes of a session that was read. */
  InstanceAttributes attributes(EncodedAttributes of) {
    return new InstanceAttributes(tools.codec(), tools.merger().granularity(), of, isSticky);
  }

  /** What a request gets of a session that is in a file, and not here. */
  LoadedSession ofKept(FoundRecord found, SessionSnapshot kept) {
    if (found.state() instanceof State.Present present
        && present.to(kept.times()) != SessionOrder.EARLIER) {
      SessionSnapshot newest = withKnown(present.snapshot(), kept, null);
      return age.isOver(newest.times())
          ? LoadedSession.Nothing.AT_ALL
          : restore(found, newest, newest.version() != found.version(), new SessionWriter(newest));
    }
    boolean isOver = found.state() instanceof State.Ended ended && ended.ends(kept.times());
    return isOver || age.isOver(kept.times())
        ? LoadedSession.Nothing.AT_ALL
        : restore(found, kept, true, new SessionWriter(kept));
  }

  /** Gives an instance the bytes that the nodes alone have; false if they have others, or none. */
  static boolean bringBack(SessionInstance local, FoundRecord found) {
    if (local.instanceAttributes().isAway()
        && found.state() instanceof State.Present present
        && local.instanceState().shows(present.version())) {
      local.instanceAttributes().bringBack(present.snapshot().attributes());
    }
    return !local.instanceAttributes().isAway();
  }

  /**
   * A record with bytes. Encodes the instance if it has none; its notes of changes stay.
   *
   * @return null if the instance does not show the record, or another thread changes it all the
   *     time
   */
  static @Nullable SessionSnapshot withBytes(
      SessionSnapshot record, @Nullable SessionInstance here) {
    if (!record.isForgotten()) {
      return record;
    }
    if (here == null
        || here.instanceAttributes().isAway()
        || !here.instanceState().shows(record.version())) {
      return null;
    }
    try {
      return here.instanceAttributes()
          .encode(here.sessionId(), here::isStorable, () -> false, true)
          .in(record);
    } catch (ConcurrentModificationException e) {
      return null;
    }
  }

  /**
   * What a request gets.
   *
   * @param found what the nodes have
   * @param local the instance that is here; null if there is none
   */
  LoadedSession of(FoundRecord found, @Nullable SessionInstance local) {
    if (local != null && !local.sessionId().hasBaseOf(found.id())) {
      return new LoadedSession.Local(null); // got another id here while the nodes were asked
    }
    SessionInstance usable =
        local != null
                && local.isLive()
                && !local.instanceState().hasEnded()
                && bringBack(local, found)
            ? local
            : null;
    boolean isOfEarlier = isOfEarlier(found.state(), usable);
    if (found.state() instanceof State.Present present && !isOfEarlier) {
      SessionWriter writer = writerOf(local, present.snapshot());
      writer.found(present.snapshot());
      SessionSnapshot shown =
          withKnown(
              present.snapshot(), usable == null ? null : usable.instanceState().base(), usable);
      SessionSnapshot newest = withKnown(shown, writer.newest(), usable);
      if (age.isOver(newest.times())) {
        return LoadedSession.Nothing.AT_ALL;
      }
      boolean isShown = usable != null && usable.instanceState().shows(newest.version());
      writer.wasBehind(usable != null && !isShown);
      if (usable != null && isShown) {
        usable.instanceState().lookedUp(found);
        return new LoadedSession.Local(age.inUse(newest.times()));
      }
      return restore(found, newest, usable != null && usable.instanceState().isUnsaved(), writer);
    }
    if (found.state() instanceof State.Ended ended
        && (local == null || ended.ends(local.times()))) { // not one that had its id before
      if (local != null && InstanceState.isOfFormerId(ended.tombstone(), local.times())) {
        // other requests may be at work in it
        local.instanceState().refuse(SaveOutcome.RENAMED);
      }
      return LoadedSession.Nothing.AT_ALL;
    }
    if (usable == null) {
      return found.state() instanceof State.Unavailable away
          ? new LoadedSession.Nothing(away.unreachable())
          : LoadedSession.Nothing.AT_ALL;
    }
    return fromHere(found, usable, found.state() instanceof State.Absent || isOfEarlier);
  }

  /** What a request gets of an instance whose session the nodes do not show. */
  private LoadedSession fromHere(FoundRecord found, SessionInstance local, boolean isLost) {
    InstanceState state = local.instanceState();
    SessionSnapshot newest = newestHere(local);
    if (newest != null && !state.shows(newest.version())) {
      return restore(found, newest, state.isUnsaved(), state.writer());
    }
    state.lookedUp(found);
    if (isLost) {
      state.evicted();
    }
    return new LoadedSession.Local(null);
  }

  /**
   * What a request gets if the nodes have a session that is known to have ended, and a later one
   * with its id is here.
   *
   * @param local the instance that is here for the request; null if it must not use that
   * @param later the instance of the later session
   */
  LoadedSession later(FoundRecord found, @Nullable SessionInstance local, SessionInstance later) {
    return local == null ? besideLost(later) : fromHere(found, local, true);
  }

  /** The writer of the session here: that of the instance, if one is here. */
  private SessionWriter writerOf(@Nullable SessionInstance local, SessionSnapshot found) {
    return local != null && local.times().creationTime() == found.times().creationTime()
        ? local.instanceState().writer()
        : writers.of(found);
  }

  /**
   * The record that was found, with what only this Tomcat may know.
   *
   * @param here the instance that shows what is known, if its bytes were given up; else of no
   *     account
   */
  private SessionSnapshot withKnown(
      SessionSnapshot found, @Nullable SessionSnapshot known, @Nullable SessionInstance here) {
    if (known == null || !known.isAheadOf(found)) {
      return found;
    }
    if (known.lineage().includes(found.lineage())) {
      return isUsable(known, here) ? known : found;
    }
    SessionSnapshot one = withBytes(known, here);
    SessionSnapshot other = withBytes(found, here);
    SessionSnapshot both = one == null || other == null ? null : tools.merger().join(one, other);
    return both == null ? found : both;
  }

  /** Returns whether a record has its bytes, or the instance here shows it. */
  private static boolean isUsable(SessionSnapshot record, @Nullable SessionInstance here) {
    return !record.isForgotten() || (here != null && here.instanceState().shows(record.version()));
  }

  /**
   * What a request gets if the nodes did not answer: the instance that is here or, where that does
   * not show all that this Tomcat knows of the session, a new one that does.
   */
  LoadedSession unanswered(SessionInstance local) {
    InstanceState state = local.instanceState();
    SessionSnapshot newest = newestHere(local);
    if (newest == null || state.shows(newest.version()) || state.hasEnded()) {
      return new LoadedSession.Local(null);
    }
    LoadedSession.Fresh fresh = unconfirmed(state, newest);
    return fresh == null ? new LoadedSession.Local(null) : fresh;
  }

  /**
   * What a request gets if the nodes did not answer, and the instance that is here is not for it: a
   * new one that shows all that this Tomcat knows of the session.
   *
   * @param used by others
   * @return null if the session has ended, or no record of it is known here
   */
  LoadedSession.@Nullable Fresh beside(SessionInstance used) {
    InstanceState state = used.instanceState();
    SessionSnapshot known = newestHere(used);
    SessionSnapshot newest = known == null ? null : withBytes(known, used);
    if (newest == null || !used.isLive() || state.hasEnded()) {
      return null;
    }
    boolean isChangingId = !newest.id().hasBaseOf(used.sessionId());
    return isChangingId ? null : unconfirmed(state, newest);
  }

  /**
   * The same if no node has the session any more, although it has not ended as far as is known
   * here: the instance is to be stored again.
   */
  LoadedSession besideLost(SessionInstance used) {
    LoadedSession.Fresh fresh = beside(used);
    if (fresh == null) {
      return LoadedSession.Nothing.AT_ALL;
    }
    fresh.state().evicted();
    return fresh;
  }

  private @Nullable SessionSnapshot newestHere(SessionInstance here) {
    InstanceState state = here.instanceState();
    SessionSnapshot known = state.base();
    return known == null ? null : withKnown(known, state.writer().newest(), here);
  }

  private LoadedSession.@Nullable Fresh unconfirmed(InstanceState state, SessionSnapshot newest) {
    LoadedSession opening = restore(state.lastFound(), newest, state.isUnsaved(), state.writer());
    if (opening instanceof LoadedSession.Fresh fresh) {
      fresh.state().unanswered();
      return fresh;
    }
    return null;
  }

  /**
   * Returns whether the nodes have only something of a session that had the id before. One that is
   * new here gives way to a record all the same: that session may be in use elsewhere.
   */
  private static boolean isOfEarlier(State found, @Nullable SessionInstance usable) {
    if (usable == null) {
      return false;
    }
    return found instanceof State.Present present
        ? present.to(usable.times()) == SessionOrder.EARLIER
            && usable.instanceState().header() != null
        : found instanceof State.Ended ended && !ended.ends(usable.times());
  }

  private LoadedSession restore(
      FoundRecord found, SessionSnapshot snapshot, boolean isUnsaved, SessionWriter writer) {
    InstanceState state = InstanceState.of(found, snapshot, writer);
    if (isUnsaved) {
      state.toBeSaved();
    }
    LoadedSession.Fresh fresh = fresh(snapshot, state, age.inUse(snapshot.times()));
    return fresh == null ? LoadedSession.Nothing.AT_ALL : fresh;
  }

  /** Judges a session that is perhaps in no Tomcat any more; null if that is not known. */
  @Nullable Orphan<LoadedSession.Fresh> abandoned(FoundRecord found) {
    if (!(found.state() instanceof State.Present present)) {
      boolean isKnown = !(found.state() instanceof State.Unavailable);
      return isKnown ? new Orphan<>(Long.MAX_VALUE, null) : null;
    }
    SessionSnapshot snapshot = present.snapshot();
    SessionTimes times = snapshot.times();
    SessionWriter writer = new SessionWriter(snapshot);
    return new Orphan<>(
        SessionAge.overAt(times),
        age.isOver(times)
            ? () -> fresh(snapshot, InstanceState.of(found, snapshot, writer), times)
            : null);
  }

  private LoadedSession.@Nullable Fresh fresh(
      SessionSnapshot snapshot, InstanceState state, SessionTimes times) {
    try {
      return new LoadedSession.Fresh(
          snapshot.id(),
          times,
          snapshot.authType(),
          tools.codec().decodePrincipal(snapshot.id(), snapshot.principal()),
          tools.codec().decodeNotes(snapshot.notes()),
          attributes(snapshot.attributes()),
          state);
    } catch (TranscoderException e) {
      tools.store().unreadable().undecodable(snapshot.id(), e);
      return null;
    }
  }
}
