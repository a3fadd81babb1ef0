package io.holdfast.sessions.directory;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.store.SharedLines;
import io.holdfast.sessions.store.SharedLines.Lines;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions are to end, for Tomcats that have them in memory and would not ask: one list for
 * all sessions of an application. A notice stays for ten minutes.
 */
record EndNotices(SharedLines lines, StorageKeys keys, InstantSource clock) {

  /** The latest ones stay. */
  static final int MOST = 10_000;

  private static final Duration KEPT = Duration.ofMinutes(10);

  /**
   * A session that is to end.
   *
   * @param at milliseconds since the epoch, not before the session's creation by whatever clock;
   *     one that was created later is another one, which got the same id
   */
  record Notice(SessionId id, long at) {

    private String line() {
      return id.base() + " " + at;
    }

    private static @Nullable Notice parse(String line) {
      int blank = line.indexOf(' ');
      SessionId id = blank < 0 ? null : SessionId.parse(line.substring(0, blank));
      try {
        return id == null ? null : new Notice(id, Long.parseLong(line.substring(blank + 1)));
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }

  /** Tells all Tomcats; completes with whether a node has taken it, never exceptionally. */
  CompletableFuture<Boolean> add(Collection<ListedSession> sessions) {
    long now = clock.millis();
    return lines.change(
        keys.endNoticesKey(),
        before -> {
          List<String> all = new ArrayList<>();
          for (Notice notice : notices(before)) {
            if (notice.at() > now - KEPT.toMillis()) {
              all.add(notice.line());
            }
          }
          // The clock of the Tomcat that has created a session may be ahead of this one's.
          sessions.forEach(
              each -> all.add(new Notice(each.id(), Math.max(now, each.created())).line()));
          return new Lines(
              all.subList(Math.max(0, all.size() - MOST), all.size()),
              new TimeToLive(KEPT.toSeconds()));
        });
  }

  /** All notices; empty if neither node of them answers. Never completes exceptionally. */
  CompletableFuture<List<Notice>> read() {
    return lines.read(keys.endNoticesKey()).thenApply(found -> notices(found.lines()));
  }

  private static List<Notice> notices(List<String> lines) {
    return lines.stream().flatMap(line -> Stream.ofNullable(Notice.parse(line))).toList();
  }
}
