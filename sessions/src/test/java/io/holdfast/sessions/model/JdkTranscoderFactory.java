package io.holdfast.sessions.model;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;

/** Builds {@link JdkTranscoder}s; public because a configuration names it. */
public final class JdkTranscoderFactory implements TranscoderFactory {

  /** Creates the factory. */
  public JdkTranscoderFactory() {}

  @Override
  public String name() {
    return "jdk";
  }

  @Override
  public Transcoder create(TranscoderContext context) {
    return new JdkTranscoder();
  }
}
