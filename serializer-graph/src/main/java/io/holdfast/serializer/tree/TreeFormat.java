package io.holdfast.serializer.tree;

import java.io.IOException;

/**
 * The bytes of a tree. An implementation is safe for use by many threads at once and keeps nothing
 * of a tree.
 */
public interface TreeFormat {

  /**
   * Writes a tree; equal trees yield equal bytes.
   *
   * @param root of the tree, which has no name
   * @return bytes that {@link #read} turns into an equal tree
   * @throws IOException if it fails; like any other exception it means that the graph is refused
   */
  byte[] write(TreeNode root) throws IOException;

  /**
   * Reads a tree. The bytes are hostile until proven otherwise: nothing is allocated because they
   * say that it will be needed, only what they hold.
   *
   * @param bytes as {@link #write} returned them, or hostile ones
   * @return the root of the tree
   * @throws IOException if the bytes are not one whole tree; any other exception means the same
   */
  TreeNode read(byte[] bytes) throws IOException;
}
