package io.holdfast.tomcat.login;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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
final class LoginNotes {

  static final LoginNotes NONE = new LoginNotes(null, null, null);

  /** Our own note: the id of the single sign-on that hears of the session's end. */
  static final String SIGN_ON = "io.holdfast.tomcat.SIGN_ON";

  private static final String EXPECTED_ID = "expectedId";
  private static final String REQUEST = "request";
  private static final String STORED_SIGN_ON = "signOn";

  private final @Nullable String expectedId;
  private final @Nullable Map<String, Object> request;
  private final @Nullable String signOn;
  private final @Nullable Map<String, Object> storable;

  private LoginNotes(
      @Nullable String expectedId, @Nullable Map<String, Object> request, @Nullable String signOn) {
    this.expectedId = expectedId;
    this.request = request;
    this.signOn = signOn;
    Map<String, Object> all = new LinkedHashMap<>();
    if (expectedId != null) {
      all.put(EXPECTED_ID, expectedId);
    }
    if (request != null) {
      all.put(REQUEST, request);
    }
    if (signOn != null) {
      all.put(STORED_SIGN_ON, signOn);
    }
    this.storable = all.isEmpty() ? null : all;
  }

  /**
   * The notes after one of the session's was set.
   *
   * @param value null if it was removed
   * @return this if it is none of these, or as it was
   */
  LoginNotes with(String name, @Nullable Object value) {
    return switch (name) {
      case Constants.SESSION_ID_NOTE ->
          Objects.equals(value, expectedId) ? this : new LoginNotes(text(value), request, signOn);
      case Constants.FORM_REQUEST_NOTE ->
          value == null && request == null
              ? this
              : new LoginNotes(expectedId, encoded(value), signOn);
      case SIGN_ON ->
          Objects.equals(value, signOn) ? this : new LoginNotes(expectedId, request, text(value));
      default -> this;
    };
  }

  private static @Nullable String text(@Nullable Object value) {
    return value instanceof String text ? text : null;
  }

  private static @Nullable Map<String, Object> encoded(@Nullable Object request) {
    return request instanceof SavedRequest saved ? SavedRequestCodec.encode(saved) : null;
  }

  /** What a transcoder is to write, always the same object; null if there are no such notes. */
  @Nullable Object storable() {
    return storable;
  }

  /**
   * Makes notes of what was stored; what {@link #storable} does not give counts as absent.
   *
   * @param setter takes a note's name and its value
   */
  static void restore(@Nullable Object stored, BiConsumer<String, Object> setter) {
    if (stored instanceof Map<?, ?> map) {
      SavedRequest request = SavedRequestCodec.decode(map.get(REQUEST));
      if (request != null) {
        setter.accept(Constants.FORM_REQUEST_NOTE, request);
      }
      if (map.get(EXPECTED_ID) instanceof String id) {
        setter.accept(Constants.SESSION_ID_NOTE, id);
      }
      if (map.get(STORED_SIGN_ON) instanceof String id) {
        setter.accept(SIGN_ON, id);
      }
    }
  }
}
