package io.holdfast.sessions.runtime;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The web application whose sessions are kept.
 *
 * @param contextPath of the web application; empty for the root application
 * @param webappVersion of the web application; null if it has none
 * @param applicationLoader the web application's class loader
 * @param applicationClasses which of that loader's classes are the application's own
 * @param ownLoader the class loader of Holdfast and its serializers
 * @param transcoderFactory the serializer, if a program gave it; null for the one that the
 *     configuration names
 * @param resources what the web applications of one Tomcat share
 */
public record WebAppContext(
    String host,
    String contextPath,
    @Nullable String webappVersion,
    ClassLoader applicationLoader,
    ApplicationClasses applicationClasses,
    ClassLoader ownLoader,
    @Nullable TranscoderFactory transcoderFactory,
    InstantSource clock,
    ClientResources resources) {

  /** The web application's name in the log: its path, {@code /} for the root application. */
  public String contextName() {
    return contextPath.isEmpty() ? "/" : contextPath;
  }
}
