package io.holdfast.sessions.tracing;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionStore;
import io.holdfast.sessions.store.WriteOutcome;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A store that shows each read and each write of a session as a span of the trace that the calling
 * thread is in. Outside of a trace, as where copies are repaired, it shows nothing.
 *
 * <p>No span names a session, a user or an attribute: traces go to systems that many can read.
 */
final class TracedStore extends SessionStore {

  private static final String SCOPE = "io.holdfast";
  private static final String OUTCOME = "holdfast.outcome";
  private static final String BYTES = "holdfast.bytes";

  private final String application;

  /** Reads and writes like another store; {@code application} is as logs name it. */
  TracedStore(SessionStore traced, String application) {
    super(traced.tools());
    this.application = application;
  }

  @Override
  protected CompletableFuture<FoundRecord> read(Supplier<CompletableFuture<FoundRecord>> reading) {
    return traced("holdfast.load", reading, TracedStore::describe);
  }

  @Override
  public CompletableFuture<WriteOutcome> save(
      FoundRecord basis, SessionSnapshot snapshot, TimeToLive timeToLive) {
    return traced(
        "holdfast.save",
        () -> super.save(basis, snapshot, timeToLive),
        (span, outcome) -> {
          span.setAttribute(BYTES, snapshot.contentLength());
          describe(span, outcome);
        });
  }

  /** What depends on the result runs in the trace of the caller, not of the thread that read it. */
  private <T> CompletableFuture<T> traced(
      String name, Supplier<CompletableFuture<T>> work, BiConsumer<Span, T> description) {
    Context caller = Context.current();
    if (!Span.fromContext(caller).getSpanContext().isValid()) {
      return work.get();
    }
    Span span =
        GlobalOpenTelemetry.getTracer(SCOPE)
            .spanBuilder(name)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute("holdfast.context", application)
            .startSpan();
    return work.get()
        .whenCompleteAsync(
            (result, failure) -> {
              if (failure == null) {
                description.accept(span, result);
              } else {
                span.setStatus(StatusCode.ERROR, failure.toString());
              }
              span.end();
            },
            caller.wrap(Runnable::run));
  }

  private static void describe(Span span, FoundRecord found) {
    State state = found.state();
    if (state instanceof State.Present present) {
      span.setAttribute(OUTCOME, "found");
      if (!present.snapshot().isForgotten()) {
        span.setAttribute(BYTES, present.snapshot().contentLength());
      }
    } else if (state instanceof State.Unavailable) {
      failed(span, "unavailable", "no node that may have the session answered");
    } else {
      span.setAttribute(OUTCOME, state instanceof State.Ended ? "ended" : "absent");
    }
  }

  private static void describe(Span span, WriteOutcome outcome) {
    if (outcome instanceof WriteOutcome.Stored) {
      span.setAttribute(OUTCOME, "stored");
    } else if (outcome instanceof WriteOutcome.Conflict) {
      span.setAttribute(OUTCOME, "conflict");
    } else if (outcome instanceof WriteOutcome.TooLarge) {
      failed(
          span, "too large", "the session is larger than maxSessionSize, or than the nodes take");
    } else {
      failed(span, "failed", "no node confirmed the write");
    }
  }

  private static void failed(Span span, String outcome, String why) {
    span.setAttribute(OUTCOME, outcome);
    span.setStatus(StatusCode.ERROR, why);
  }
}
