package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.time.Instant;

/** What a customer has agreed to. */
@SuppressWarnings("unused")
final class Consent implements Serializable {

  private static final long serialVersionUID = 1L;

  private final boolean statistics;
  private final boolean marketing;
  private final Instant given;
  private final int version;

  Consent(boolean statistics, boolean marketing, Instant given, int version) {
    this.statistics = statistics;
    this.marketing = marketing;
    this.given = given;
    this.version = version;
  }
}
