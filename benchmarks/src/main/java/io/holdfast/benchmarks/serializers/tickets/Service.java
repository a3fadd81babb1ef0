package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A web application that a user went to. */
@SuppressWarnings("unused")
public final class Service implements Serializable {

  private static final long serialVersionUID = 1L;

  /** How the user comes back to it with a ticket. */
  enum ResponseType {
    /** By the address. */
    REDIRECT,
    /** By a form. */
    POST
  }

  private final String id;
  private final String originalUrl;
  private final @Nullable String artifactId;
  private final Principal principal;
  private final ResponseType responseType;
  private boolean loggedOutAlready;

  /** Creates it; {@code artifactId} is null unless it speaks SAML. */
  public Service(String id, @Nullable String artifactId, Principal principal) {
    this.id = id;
    this.originalUrl = id;
    this.artifactId = artifactId;
    this.principal = principal;
    this.responseType = artifactId == null ? ResponseType.REDIRECT : ResponseType.POST;
  }

  /** Its address. */
  String id() {
    return id;
  }
}
