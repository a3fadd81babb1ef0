package io.holdfast.serializer.xstream;

/** Names of nodes and attributes in the encoded form. */
final class Nodes {

  /** The node of the whole graph. */
  static final String ROOT = "graph";

  /** A part without a name. */
  static final String ITEM = "";

  /** The class of the object in a node. */
  static final String CLASS = "c";

  /** The number of the object in a node. */
  static final String ID = "i";

  /** The number of an object that came before. */
  static final String REFERENCE = "r";

  /** What stands for the class of null. */
  static final String NULL = "null";

  private Nodes() {}
}
