package io.holdfast.dist;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What the tests' user knows, in the forms in which a client sends it. */
final class Secrets {

  static final String PASSWORD = "secret";

  /** For the header of BASIC. */
  static final String BASIC =
      Base64.getEncoder().encodeToString(("ann:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

  private Secrets() {}
}
