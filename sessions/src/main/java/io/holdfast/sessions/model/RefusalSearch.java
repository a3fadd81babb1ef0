package io.holdfast.sessions.model;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds all classes that are refused in one graph. A serializer stops at the first one, so the
 * graph is written once more, to its end and for nothing, by a transcoder that notes such classes.
 * What the graph holds then is what the serializer would write: a walk through the fields would
 * name other classes.
 *
 * @param context of the transcoder that refuses graphs
 * @param serializer makes another transcoder of the same kind, which is used once
 */
public record RefusalSearch(
    TranscoderContext context, Function<TranscoderContext, Transcoder> serializer) {

  /** Returns what to tell of a graph that was refused. */
  public String messageOf(Object graph, TranscoderException refusal) {
    String first = String.valueOf(refusal.getMessage());
    if (refusal.reason() != Reason.REJECTED_CLASS) {
      return first;
    }
    ClassFilter filter = context.filter().searching();
    return filter.refusal(first, refusalBehind(graph, filter));
  }

  /** Returns why the graph could not be written if all that can be allowed were; null if it can. */
  private @Nullable String refusalBehind(Object graph, ClassFilter filter) {
    try {
      TranscoderContext searching =
          new TranscoderContext(
              filter, context.limits(), context.copyCollections(), context.customConverters());
      byte[] unused = new ContainedTranscoder(serializer.apply(searching)).encode(graph);
      return null;
    } catch (TranscoderException e) {
      return e.getMessage();
    } catch (RuntimeException e) { // the graph changed, or a factory of others fails
      Loggers.of(RefusalSearch.class)
          .log(System.Logger.Level.DEBUG, "Cannot search for refused classes", e);
      return null;
    }
  }
}
