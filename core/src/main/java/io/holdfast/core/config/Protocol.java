package io.holdfast.core.config;

/** The dialects of memcached. */
public enum Protocol {
  /** Lines of text; understood by every server. */
  TEXT,
  /** Fixed headers; needed for SASL. */
  BINARY
}
