package probe;

import io.holdfast.core.transcoder.kit.Misbehaving;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import javax.servlet.http.HttpSession;

/** Attributes that do something while they are written which no attribute should do. */
final class MisbehavingAttributes {

  private MisbehavingAttributes() {}

  /**
   * Makes one.
   *
   * @param kind {@code BLOCKS}, {@code CALLS_BACK}, or the name of a {@link Misbehaviour}
   * @param gate where one that blocks waits
   * @param session what one calls back into
   */
  static Object of(String kind, String gate, HttpSession session) {
    return switch (kind) {
      case "BLOCKS" -> Misbehaving.calling(() -> Gates.await(gate));
      case "CALLS_BACK" -> Misbehaving.calling(() -> session.setAttribute("called", "text"));
      default -> Misbehaviour.valueOf(kind).attribute();
    };
  }
}
