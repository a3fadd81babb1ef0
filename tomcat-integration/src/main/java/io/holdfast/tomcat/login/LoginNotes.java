package io.holdfast.tomcat.login;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.authenticator.SavedRequest;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a session that the next Tomcat needs: for the next step of a login by FORM the id
 * that it was begun with and the request that it has interrupted, and the single sign-on that the
 * session belongs to. All others stay in this Tomcat, user names and passwords among them.
 * Immutable.
 */
public final class LoginNotes {

  /** None of them. */
  public static final LoginNotes NONE = new LoginNotes(Map.of());

  /** Our own note: the id of the single sign-on that hears of the session's end. */
  public static final String SIGN_ON = "io.holdfast.tomcat.SIGN_ON";

  private static final String REQUEST = "request";

  /** By what name each is stored. */
  private static final Map<String, String> STORED_NAMES =
      Map.of(
          Constants.SESSION_ID_NOTE,
          "expectedId",
          Constants.FORM_REQUEST_NOTE,
          REQUEST,
          SIGN_ON,
          "signOn");

  private final Map<String, Object> storable;

  private LoginNotes(Map<String, Object> storable) {
    this.storable = storable;
  }

  /**
   * The notes after one of the session's was set.
   *
   * @param value null if it was removed
   * @return this if it is none of these, or as it was
   */
  public LoginNotes with(String name, @Nullable Object value) {
    String stored = STORED_NAMES.get(name);
    if (stored == null) {
      return this;
    }
    Object text = value instanceof String ? value : null;
    Object now = value instanceof SavedRequest request ? SavedRequestCodec.encode(request) : text;
    Map<String, Object> all = new TreeMap<>(storable); // whatever was set first
    Object before = now == null ? all.remove(stored) : all.put(stored, now);
    boolean isSame = !(now instanceof Map) && Objects.equals(before, now);
    return isSame ? this : new LoginNotes(new LinkedHashMap<>(all));
  }

  /** What a transcoder is to write, always the same object; null if there are no such notes. */
  public @Nullable Object storable() {
    return storable.isEmpty() ? null : storable;
  }

  /**
   * Makes notes of what was stored; what {@link #storable} does not give counts as absent.
   *
   * @param setter takes a note's name and its value
   */
  public static void restore(@Nullable Object stored, BiConsumer<String, Object> setter) {
    if (stored instanceof Map<?, ?> map) {
      STORED_NAMES.forEach(
          (note, name) -> {
            Object text = map.get(name) instanceof String id ? id : null;
            Object value = name.equals(REQUEST) ? SavedRequestCodec.decode(map.get(name)) : text;
            if (value != null) {
              setter.accept(note, value);
            }
          });
    }
  }
}
