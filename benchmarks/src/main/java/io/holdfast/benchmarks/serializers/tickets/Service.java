package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A web application that a user went to. */
@SuppressWarnings("unused")
final class Service implements Serializable {

  private static final long serialVersionUID = 1L;

  enum ResponseType {
    REDIRECT,
    POST
  }

  private final String id;
  private final String originalUrl;
  private final @Nullable String artifactId;
  private final Principal principal;
  private final ResponseType responseType;
  private boolean loggedOutAlready;

  Service(String id, @Nullable String artifactId, Principal principal, ResponseType responseType) {
    this.id = id;
    this.originalUrl = id;
    this.artifactId = artifactId;
    this.principal = principal;
    this.responseType = responseType;
  }
}
