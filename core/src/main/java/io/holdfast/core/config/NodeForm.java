package io.holdfast.core.config;

import java.util.regex.Pattern;

/** How a node is written in a list of nodes. */
final class NodeForm {

  static final Pattern PATTERN =
      Pattern.compile(
          "(?:(?<id>[A-Za-z0-9_-]+):)?(?<host>\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9_.-]+):(?<port>[0-9]{1,18})"
              + "(?:@(?<zone>[A-Za-z0-9_.-]{1,64}))?");

  private NodeForm() {}

  /** Whether each entry of a list has this form. */
  static boolean isListOfNodes(String list) {
    return Lists.split(list).stream().allMatch(entry -> PATTERN.matcher(entry).matches());
  }
}
