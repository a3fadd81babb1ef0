package io.holdfast.core.transcoder.kit;

import java.util.ArrayList;
import java.util.List;

/**
 * Kinds of attribute that belong together.
 *
 * @param title what a table of results shows above them
 */
public record KindGroup(String title, List<Kind> kinds) {

  /** Copies the list. */
  public KindGroup {
    kinds = List.copyOf(kinds);
  }

  /** What every serializer is tested with. */
  public static List<KindGroup> ofTheJdkAndApplications() {
    List<KindGroup> groups = new ArrayList<>(ValueKinds.groups());
    groups.addAll(CollectionKinds.groups());
    groups.addAll(ObjectKinds.groups());
    return groups;
  }
}
