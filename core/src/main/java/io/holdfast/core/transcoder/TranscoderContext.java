package io.holdfast.core.transcoder;

import java.util.List;

/**
 * What a {@link TranscoderFactory} needs to know of the web application it builds for.
 *
 * @param filter which classes may be written and read; it also resolves them, so that a transcoder
 *     never calls {@code Class.forName} itself
 * @param limits bounds on what decoding may build
 * @param copyCollections whether collections and maps are copied before they are written, so that a
 *     thread that changes one at the same time disturbs only the copy ({@code
 *     copyCollectionsForSerialization})
 * @param customConverters class names of the user's extensions ({@code customConverter}); {@link
 *     CustomConverter} makes them
 */
public record TranscoderContext(
    ClassFilter filter,
    DecodeLimits limits,
    boolean copyCollections,
    List<String> customConverters) {

  /** Copies the list. */
  public TranscoderContext {
    customConverters = List.copyOf(customConverters);
  }

  /**
   * A context with default limits, no copies and no extensions.
   *
   * @param filter which classes may be written and read
   * @return a context for one web application, or for a program's own objects
   */
  public static TranscoderContext of(ClassFilter filter) {
    return new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, List.of());
  }
}
