package io.holdfast.core.metrics;

import java.util.Objects;

/** The version of Holdfast that runs. */
public final class BuildVersion {

  private static final String UNKNOWN = "unknown";

  private BuildVersion() {}

  /** What the manifest of the jar says, such as {@code 1.0.0}; {@code unknown} without a jar. */
  public static String current() {
    return Objects.requireNonNullElse(
        BuildVersion.class.getPackage().getImplementationVersion(), UNKNOWN);
  }
}
