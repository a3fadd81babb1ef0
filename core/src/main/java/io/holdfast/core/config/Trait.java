package io.holdfast.core.config;

/** What is special about a setting. */
enum Trait {
  /** May change while sessions are served. */
  LIVE,
  /** Lists nodes, whose addresses may have credentials of another store. */
  NODES,
  /** A password, which is never shown. */
  SECRET,
  /** What looks like an unknown property may mean something else in it. */
  EXPRESSION,
  /** The valve for single sign-on has it as well. */
  SIGN_ON
}
