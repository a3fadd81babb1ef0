package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.core.transcoder.kit.KindGroup;
import io.holdfast.serializer.tests.frameworks.FrameworkKinds;
import java.util.ArrayList;
import java.util.List;

/** All kinds of attribute that serializers are compared on, in the order of the document. */
final class KindGroups {

  private KindGroups() {}

  static List<KindGroup> all() {
    List<KindGroup> groups = new ArrayList<>(KindGroup.ofTheJdkAndApplications());
    groups.addAll(FrameworkKinds.groups());
    return groups;
  }

  /** The kinds of all groups. */
  static List<Kind> kinds() {
    return all().stream().flatMap(group -> group.kinds().stream()).toList();
  }
}
