package io.holdfast.sessions.request;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells by method and URI which requests are ignored, after {@code requestUriIgnorePattern}:
 * nothing is stored because of them.
 */
public final class RequestUriFilter {

  private final @Nullable Pattern pattern;

  /**
   * Creates it.
   *
   * @param pattern as {@link RequestLine#matches} takes it; null to ignore no request
   */
  public RequestUriFilter(@Nullable Pattern pattern) {
    this.pattern = pattern;
  }

  /** Returns whether a request's session is neither stored nor touched. */
  public boolean isIgnored(RequestLine request) {
    return pattern != null && request.matches(pattern);
  }
}
