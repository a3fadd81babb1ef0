package io.holdfast.core.runtime;

import io.holdfast.core.transcoder.ApplicationClasses;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions are kept.
 *
 * @param host name of the virtual host
 * @param contextPath of the web application; empty for the root application
 * @param webappVersion of the web application; null if it has none
 * @param applicationLoader the web application's class loader
 * @param applicationClasses which of that loader's classes are the application's own
 * @param ownLoader the class loader of Holdfast and its serializers
 * @param transcoderFactory the serializer, if a program made it; null for the one that the
 *     configuration names
 * @param clock tells the time
 * @param resources what the web applications of one Tomcat have in common
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

  /** What a log calls the web application: its path, {@code /} for the root application. */
  public String contextName() {
    return contextPath.isEmpty() ? "/" : contextPath;
  }

  /** Of a web application that shares nothing, and of whose classes nothing is known. */
  public WebAppContext(
      String host,
      String contextPath,
      @Nullable String webappVersion,
      ClassLoader applicationLoader,
      ClassLoader ownLoader,
      @Nullable TranscoderFactory transcoderFactory,
      InstantSource clock) {
    this(
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
