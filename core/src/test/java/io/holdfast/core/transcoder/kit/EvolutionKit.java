package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.ClassChange.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Written by one version of a class, read by the next: right, or not at all. */
public abstract class EvolutionKit {

  private static final boolean NIGHTLY = "all".equals(System.getProperty("holdfast.lines"));

  private static final String HANDLE =
      """
      public record Handle(String name) implements java.io.Serializable {}
      """;

  private static final String STUB =
      """
      public class Stub implements java.io.Serializable {
        Object writeReplace() {
          return new Handle("basket");
        }
      }
      """;

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** The names of the changes after which old objects cannot be read; all others are right. */
  protected abstract Set<String> unreadable();

  /** The names of the changes after which they are read without the value at stake. */
  protected Set<String> lost() {
    return Set.of();
  }

  /** Whether a build asks the same for docs/serializers.md; here it is asked each night then. */
  protected boolean isInDocument() {
    return true;
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenClassHasChangedThenIsRightOrUnreadable() {
    return ClassChange.all().stream()
        .filter(change -> NIGHTLY || !isInDocument())
        .map(change -> DynamicTest.dynamicTest(change.name(), () -> check(change)));
  }

  /** Proxies, such as those of CDI, are generated at their first use. */
  @Test
  void decodeWhenObjectWasReplacedThenItsOwnClassNeedNotExist()
      throws ReflectiveOperationException {
    ClassLoader writing = application(HANDLE, STUB);
    ClassLoader reading = application(HANDLE);
    Object stub = writing.loadClass("Stub").getConstructor().newInstance();

    Object read = transcoder(reading).decode(transcoder(writing).encode(List.of(stub, stub)));

    assertEquals("[Handle[name=basket], Handle[name=basket]]", read.toString());
  }

  /** With the class that {@link #otherSources} may refer to. */
  private ClassLoader application(String... sources) {
    return new SourceLoader(
        Stream.of(sources, new String[] {"public class Thing {}"}, otherSources())
            .flatMap(Arrays::stream)
            .toArray(String[]::new));
  }

  /** What else the application consists of in each version, none unless overridden. */
  protected String[] otherSources() {
    return new String[0];
  }

  private void check(ClassChange change) throws ReflectiveOperationException {
    Outcome outcome = change.outcome(this::transcoder, otherSources());

    assertEquals(expected(change.name()), outcome);
  }

  private Outcome expected(String change) {
    if (unreadable().contains(change)) {
      return Outcome.UNREADABLE;
    }
    return lost().contains(change) ? Outcome.LOST : Outcome.READ;
  }

  private Transcoder transcoder(ClassLoader loader) {
    return factory().create(TranscoderContext.of(Filters.ofLoader(loader, "")));
  }
}
