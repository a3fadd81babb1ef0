package io.holdfast.core.transcoder.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ClassPresetTest {

  static List<ClassPreset> presets() {
    return ClassPreset.ALL;
  }

  /** The list of attacks has priority; a preset that names one of them would have no effect. */
  @ParameterizedTest
  @MethodSource("presets")
  void matchesWhenAClassIsKnownFromAttacksThenIsFalse(ClassPreset preset) {
    List<String> gadgets =
        KnownGadgets.all().stream()
            .map(name -> name.endsWith(".") || name.endsWith("$") ? name + "Any" : name)
            .filter(preset::matches)
            .toList();

    assertEquals(List.of(), gadgets);
  }

  @ParameterizedTest
  @MethodSource("presets")
  void entriesWhenListedThenNoneIsKnownFromAttacks(ClassPreset preset) {
    for (String name : preset.names()) {
      assertFalse(KnownGadgets.matches(name), name);
    }
  }

  @Test
  void presetsWhenListedThenAreInTheOrderOfTheirNames() {
    List<String> names = ClassPreset.ALL.stream().map(ClassPreset::toString).toList();

    assertEquals(names.stream().sorted().toList(), names);
  }
}
