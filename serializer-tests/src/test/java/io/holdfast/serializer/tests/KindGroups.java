package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.core.transcoder.kit.KindGroup;
import java.util.List;

/** All kinds of attribute that serializers are compared on, in the order of the document. */
final class KindGroups {

  private KindGroups() {}

  static List<KindGroup> all() {
    return KindGroup.ofTheJdkAndApplications();
  }

  /** The kinds of all groups. */
  static List<Kind> kinds() {
    return all().stream().flatMap(group -> group.kinds().stream()).toList();
  }
}
