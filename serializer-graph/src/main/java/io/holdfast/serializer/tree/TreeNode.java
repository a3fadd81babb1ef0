package io.holdfast.serializer.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object of a graph, a reference to one, or null. A format writes and reads all five components,
 * whatever they are.
 *
 * @param name as which the object is a part of its owner, null in a sequence and for the root
 * @param type the name of the class, null for a reference and where the owner tells it
 * @param id the number of the object, 0 if it needs none, negative for a reference
 * @param content text of any characters, often empty
 * @param parts in their order
 */
public record TreeNode(
    @Nullable String name, @Nullable String type, int id, String content, List<TreeNode> parts) {

  private static final String NULL = "null";

  static TreeNode ofNull(@Nullable String name) {
    return new TreeNode(name, NULL, 0, "", List.of());
  }

  static TreeNode reference(@Nullable String name, int id) {
    return new TreeNode(name, null, -id, "", List.of());
  }

  boolean isNull() {
    return NULL.equals(type);
  }

  boolean isReference() {
    return id < 0;
  }
}
