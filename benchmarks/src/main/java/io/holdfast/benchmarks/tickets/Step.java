package io.holdfast.benchmarks.tickets;

import java.util.List;
import java.util.stream.Stream;

/** What happens in a visit, in this order. */
enum Step {
  LOGIN_TICKET("get a login ticket", true),
  CREDENTIALS("post credentials", true),
  CAS_TICKET("get a ticket for CAS 2", true),
  SAML_TICKET("get a ticket for SAML", true),
  CAS_VALIDATION("validate CAS 2", true),
  SAML_VALIDATION("validate SAML", true),
  /** Both tickets are refused the second time. */
  REFUSAL("validate both again", false),
  LOGOUT("log out", false);

  private final String title;
  private final boolean published;

  Step(String title, boolean published) {
    this.title = title;
    this.published = published;
  }

  String title() {
    return title;
  }

  /** Those of the published experiment, each of which is one request. */
  static List<Step> published() {
    return Stream.of(values()).filter(step -> step.published).toList();
  }
}
