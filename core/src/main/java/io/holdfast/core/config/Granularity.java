package io.holdfast.core.config;

/** What is encoded as one graph of objects. */
public enum Granularity {
  /** All attributes together: objects that several attributes refer to stay one object. */
  SESSION,
  /** Each attribute by itself: only those that were touched are encoded and compared. */
  ATTRIBUTE
}
