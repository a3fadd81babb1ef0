package io.holdfast.core.config;

/** How records are compressed ({@code compression}). */
public enum Compression {
  /** Not at all. */
  NONE,
  /** By the JDK's deflate, at its fastest level. */
  DEFLATE
}
