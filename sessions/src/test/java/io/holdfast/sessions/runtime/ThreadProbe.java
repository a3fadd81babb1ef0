package io.holdfast.sessions.runtime;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.sessions.model.JdkTranscoder;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A serializer that notes which threads of Holdfast call it on which all sessions depend: all but
 * those that are there for the application's code.
 */
final class ThreadProbe implements TranscoderFactory {

  private final Set<String> intrusions = new ConcurrentSkipListSet<>();
  private final Set<String> callers = new ConcurrentSkipListSet<>();

  /** What was done on which of these threads. */
  Set<String> intrusions() {
    return intrusions;
  }

  /** What was done on which thread. */
  Set<String> callers() {
    return callers;
  }

  @Override
  public String name() {
    return "probe";
  }

  @Override
  public Transcoder create(TranscoderContext context) {
    Transcoder jdk = new JdkTranscoder();
    return new Transcoder() {
      @Override
      public byte[] encode(Object graph) {
        note("encode");
        return jdk.encode(graph);
      }

      @Override
      public Object decode(byte[] bytes) {
        note("decode");
        return jdk.decode(bytes);
      }
    };
  }

  private void note(String what) {
    String thread = Thread.currentThread().getName();
    callers.add(what + " on " + thread);
    if (thread.startsWith("holdfast-") && !thread.contains("-backup-")) {
      intrusions.add(what + " on " + thread);
    }
  }
}
