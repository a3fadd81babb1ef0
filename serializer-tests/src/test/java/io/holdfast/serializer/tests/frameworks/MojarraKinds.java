package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import jakarta.faces.application.FacesMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What Mojarra keeps of objects that were attached to components: validators, converters, values.
 */
final class MojarraKinds {

  private MojarraKinds() {}

  static List<Kind> all() {
    return Stream.of("com.sun.faces.application.view", "com.sun.faces.context")
        .map(place -> Kind.of("JSF (Mojarra) saved state, " + place, () -> saved(place)))
        .toList();
  }

  /** As in the state of a component: of each attached object, what makes it again. */
  private static Object saved(String place) {
    Object attached =
        Made.by(place + ".StateHolderSaver", null, new FacesMessage("required", "not empty"));
    Map<String, Object> state = new HashMap<>();
    state.put("form:name", new Object[] {new Object[] {attached}, true});
    return new Object[] {null, state};
  }
}
