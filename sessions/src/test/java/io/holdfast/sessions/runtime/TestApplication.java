package io.holdfast.sessions.runtime;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A web application that shares nothing, and whose classes are all unknown. */
final class TestApplication {

  private TestApplication() {}

  static WebAppContext of(
      String host,
      String contextPath,
      @Nullable String webappVersion,
      ClassLoader applicationLoader,
      ClassLoader ownLoader,
      @Nullable TranscoderFactory transcoderFactory,
      InstantSource clock) {
    return new WebAppContext(
        host,
        contextPath,
        webappVersion,
        applicationLoader,
        ApplicationClasses.NONE,
        ownLoader,
        transcoderFactory,
        clock,
        new ClientResources(ownLoader));
  }
}
