package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.filter.PackageRoots;
import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.serializer.tests.frameworks.PresetKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Each preset of {@code allowedClasses} allows what its framework keeps in sessions, which is tried
 * with the framework's own classes; the framework itself does not run.
 */
final class PresetsTest {

  private static final ClassLoader APPLICATION = PresetsTest.class.getClassLoader();
  private static final PackageRoots ROOTS =
      PackageRoots.of(Set.of(PresetsTest.class.getPackageName()));

  /** Made once: for some a framework is started. */
  private static final Map<String, List<Kind>> KINDS = PresetKinds.byPreset();

  private static final Pattern PRESET = Pattern.compile("@(?!none)[a-z0-9-]+");

  private static Transcoder transcoder(Serializer serializer, String allowedClasses) {
    return serializer.transcoder(
        TranscoderContext.of(
            ClassFilter.create(
                APPLICATION, type -> ROOTS.cover(type.getPackageName()), allowedClasses)));
  }

  @Test
  void presetsWhenListedThenEachHasKindsThatAreTried() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> ClassFilter.create(APPLICATION, "@none"));
    Set<String> presets =
        PRESET
            .matcher(String.valueOf(e.getMessage()))
            .results()
            .map(found -> found.group())
            .collect(Collectors.toCollection(TreeSet::new));
    presets.remove("@application"); // of no framework: all that the application's loader defines

    assertEquals(presets, KINDS.keySet());
    KINDS.forEach((preset, tried) -> assertFalse(tried.isEmpty(), preset));
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenThePresetIsNamedThenWhatItsFrameworkKeepsIsEqual() {
    return each(
        (serializer, preset, kind) -> {
          Object sample = kind.sample().get();
          String presets = PresetKinds.beside(preset) + " " + preset;
          byte[] bytes = transcoder(serializer, presets).encode(sample);

          Object read = transcoder(serializer, presets).decode(bytes);

          assertTrue(kind.same().test(sample, read), () -> "reads another " + kind);
        });
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenThePresetIsNotNamedThenTheMessageNamesIt() {
    return each(
        (serializer, preset, kind) -> {
          Transcoder transcoder = transcoder(serializer, PresetKinds.beside(preset));
          Object sample = kind.sample().get();

          TranscoderException refused =
              assertThrows(TranscoderException.class, () -> transcoder.encode(sample));

          String message = String.valueOf(refused.getMessage());
          assertEquals(Reason.REJECTED_CLASS, refused.reason(), message);
          assertTrue(message.contains("allowedClasses=\"" + preset + "\""), message);
        });
  }

  private interface Check {
    void of(Serializer serializer, String preset, Kind kind);
  }

  private static Stream<DynamicTest> each(Check check) {
    List<DynamicTest> tests = new ArrayList<>();
    KINDS.forEach(
        (preset, kinds) -> {
          for (Kind kind : kinds) {
            for (Serializer serializer : Serializer.ALL) {
              tests.add(
                  DynamicTest.dynamicTest(
                      String.join(", ", preset, kind.name(), serializer.title()),
                      () -> check.of(serializer, preset, kind)));
            }
          }
        });
    return tests.stream();
  }
}
