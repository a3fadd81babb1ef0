package io.holdfast.core.request;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells which requests cost no store operation, after {@code requestUriIgnorePattern}. */
public final class RequestUriFilter {

  private final @Nullable Pattern pattern;

  /**
   * Creates the filter.
   *
   * @param pattern as {@link RequestLine#matches} takes it; null to ignore no request
   */
  public RequestUriFilter(@Nullable Pattern pattern) {
    this.pattern = pattern;
  }

  /** Whether a request's session is neither stored nor touched. */
  public boolean isIgnored(RequestLine request) {
    return pattern != null && request.matches(pattern);
  }
}
