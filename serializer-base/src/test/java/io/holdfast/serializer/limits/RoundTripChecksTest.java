package io.holdfast.serializer.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RoundTripChecksTest {

  private final List<String> readings = new ArrayList<>();

  private static RoundTripChecks proven(String allowedClasses) {
    return new RoundTripChecks(
        Filters.ofLoader(RoundTripChecksTest.class.getClassLoader(), allowedClasses));
  }

  private void finish(RoundTripChecks proven, Class<?>... types) {
    RoundTripChecks.Trial trial = proven.trial();
    for (Class<?> type : types) {
      trial.meet(type);
    }
    trial.finish("graph", () -> readings.add("read"), part -> readings.add("part"));
  }

  @SuppressWarnings("UnusedMethod")
  private static final class Unsteady {
    private Object readResolve() {
      return this;
    }
  }

  @Test
  void finishWhenClassIsNewThenReadsBack() {
    finish(proven(""), String.class);

    assertEquals(List.of("read"), readings);
  }

  @Test
  void finishWhenAllClassesWereReadBackThenDoesNot() {
    RoundTripChecks proven = proven("");
    finish(proven, String.class, Integer.class);
    finish(proven, Integer.class);
    finish(proven);

    assertEquals(List.of("read"), readings);
  }

  @Test
  void finishWhenOneClassIsNewThenReadsBack() {
    RoundTripChecks proven = proven("");
    finish(proven, String.class);
    finish(proven, String.class, Integer.class);

    assertEquals(List.of("read", "read"), readings);
  }

  @Test
  void finishWhenClassesAreTakenAwayAndOneStandsForOthersThenReadsBackAlways() {
    RoundTripChecks proven = proven("!java.util.UUID");
    finish(proven, Unsteady.class);
    finish(proven, Unsteady.class);

    assertEquals(List.of("read", "read"), readings);
  }

  @ParameterizedTest
  @ValueSource(classes = {Checking.class, Period.class, StandIn.class, Form.class, Class.class})
  void finishWhenReadingDependsOnTheObjectThenReadsBackAlways(Class<?> type) {
    RoundTripChecks proven = proven("");
    finish(proven, type);
    finish(proven, type);

    assertEquals(List.of("read", "read"), readings);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {Plain.class, Money.class, ArrayList.class, HashMap.class, Thread.State.class})
  void finishWhenReadingDependsOnTheClassThenReadsBackOnce(Class<?> type) {
    RoundTripChecks proven = proven("");
    finish(proven, type);
    finish(proven, type);

    assertEquals(List.of("read"), readings);
  }

  private static class Checking implements Serializable {
    @Serial private static final long serialVersionUID = 1L;

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  private static final class Period extends Checking {
    @Serial private static final long serialVersionUID = 1L;
  }

  private static class StandIn implements Serializable {
    @Serial private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedVariable")
    private String code = "";

    @Serial
    private Object readResolve() {
      return this;
    }
  }

  private static final class Form extends StandIn {
    @Serial private static final long serialVersionUID = 1L;
  }

  private static final class Plain implements Serializable {
    @Serial private static final long serialVersionUID = 1L;
  }

  private record Money(BigDecimal amount, Currency currency) {}

  private enum Currency {
    EURO
  }

  @Test
  void finishWhenNothingIsTakenAwayThenClassWithoutFieldsThatStandsForOthersIsProven() {
    RoundTripChecks proven = proven("");
    finish(proven, Unsteady.class);
    finish(proven, Unsteady.class);

    assertEquals(List.of("read"), readings);
  }

  private static TranscoderException failed(Reason reason, Object graph) {
    RoundTripChecks.Trial trial = proven("").trial();
    trial.meet(String.class);
    return assertThrows(
        TranscoderException.class,
        () ->
            trial.finish(
                graph,
                () -> {
                  throw new TranscoderException(reason, "why");
                },
                part -> {
                  if (part instanceof Map || part instanceof Unsteady) {
                    throw new TranscoderException(reason, "why");
                  }
                }));
  }

  @Test
  void finishWhenGraphCannotBeReadThenNamesTheObjectToBlame() {
    TranscoderException e = failed(Reason.UNREADABLE, Map.of("a", "x", "b", new Unsteady()));

    assertEquals(Reason.UNWRITABLE, e.reason());
    assertEquals(
        "class " + Unsteady.class.getName() + " can be written but not read again, at [\"b\"]: why",
        e.getMessage());
  }

  @Test
  void finishWhenAClassIsRejectedThenSaysSo() {
    assertEquals(
        Reason.REJECTED_CLASS, failed(Reason.REJECTED_CLASS, Map.of("b", new Unsteady())).reason());
  }

  @Test
  void finishWhenALimitIsExceededThenLooksForNobodyToBlame() {
    TranscoderException e = failed(Reason.LIMIT_EXCEEDED, Map.of("b", new Unsteady()));

    assertEquals("why", e.getMessage());
  }

  @Test
  void finishWhenReadingFailedThenClassIsNotProven() {
    RoundTripChecks proven = proven("");
    RoundTripChecks.Trial trial = proven.trial();
    trial.meet(String.class);
    assertThrows(
        TranscoderException.class,
        () ->
            trial.finish(
                "graph",
                () -> {
                  throw new TranscoderException(Reason.UNREADABLE, "why");
                },
                part -> readings.add("part")));
    readings.clear();

    finish(proven, String.class);

    assertTrue(readings.contains("read"));
  }
}
