package io.holdfast.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one application in the memory of this Tomcat. Their ids work as cookies, so no
 * page gets them: it gets a digest of each, which finds it again.
 */
final class Sessions {

  /** How many are looked at for those that were used last. */
  static final int LOOKED_AT = 1000;

  private static final int SHOWN_CHARACTERS = 6;
  private static final int HANDLE_BYTES = 18;

  private final Bean manager;

  Sessions(Bean manager) {
    this.manager = manager;
  }

  /** Those that were used last, at most so many, of the first {@link #LOOKED_AT}. */
  List<SessionRow> latest(int most) {
    return ids()
        .limit(LOOKED_AT)
        .map(this::row)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(SessionRow::lastUsed).reversed())
        .limit(most)
        .toList();
  }

  /** The whole id of a session that a page has shown. */
  Optional<String> id(String handle) {
    return ids().filter(id -> handle(id).equals(handle)).findFirst();
  }

  private Stream<String> ids() {
    try {
      Object ids = manager.call("listSessionIds", List.of());
      return ids == null
          ? Stream.empty()
          : Arrays.stream(ids.toString().split("\\s+", -1)).filter(id -> !id.isEmpty());
    } catch (JMException | JMRuntimeException gone) {
      return Stream.empty();
    }
  }

  /** Empty if it has ended meanwhile. */
  private Optional<SessionRow> row(String id) {
    try {
      Object created = manager.call("getCreationTimestamp", List.of(id));
      Object used = manager.call("getLastAccessedTimestamp", List.of(id));
      return created instanceof Long began && used instanceof Long last && began > 0
          ? Optional.of(
              new SessionRow(
                  handle(id),
                  shown(id),
                  user(id),
                  size(id),
                  Instant.ofEpochMilli(began),
                  Instant.ofEpochMilli(last)))
          : Optional.empty();
    } catch (JMException | JMRuntimeException gone) {
      return Optional.empty();
    }
  }

  private String user(String id) {
    return ask("getSessionUser", id) instanceof String user ? user : "";
  }

  private OptionalLong size(String id) {
    return ask("getSessionSize", id) instanceof Integer bytes && bytes >= 0
        ? OptionalLong.of(bytes)
        : OptionalLong.empty();
  }

  /** Null also of a manager of an earlier version, which has no such operation. */
  private @Nullable Object ask(String operation, String id) {
    try {
      return manager.call(operation, List.of(id));
    } catch (JMException | JMRuntimeException unknown) {
      return null;
    }
  }

  /** The first characters of an id, and its route. */
  static String shown(String id) {
    int dot = id.indexOf('.');
    String base = dot < 0 ? id : id.substring(0, dot);
    int most = Math.min(SHOWN_CHARACTERS, base.length() / 2);
    return base.substring(0, most) + "…" + (dot < 0 ? "" : id.substring(dot));
  }

  static String handle(String id) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(digest, HANDLE_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
