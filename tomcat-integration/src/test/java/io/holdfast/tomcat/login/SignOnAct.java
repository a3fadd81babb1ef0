package io.holdfast.tomcat.login;

import java.util.List;

/**
 * The scenes with a single sign-on that has a session on each of two Tomcats: what each party does,
 * one thing after the other. The sessions are named by their numbers; a third Tomcat has none.
 */
enum SignOnAct {
  EXPIRE_BOTH(
      "both sessions expire, each on its Tomcat", List.of("expire 1 1"), List.of("expire 2 2")),
  EXPIRE_ENTER(
      "one session expires, another begins on a third Tomcat, which forgets the sign-on",
      List.of("expire 1 1"),
      List.of("enter 3 3", "forget 3")),
  LOGOUT_ENTER(
      "one logs out, another session begins on another Tomcat",
      List.of("logout 1"),
      List.of("enter 3 2", "visit 2")),
  LOGOUT_ID(
      "one logs out, another session gets another id", List.of("logout 1"), List.of("id 2 2")),
  LOGOUT_EXPIRE(
      "one logs out, a session expires, another begins",
      List.of("logout 2"),
      List.of("expire 1 1"),
      List.of("enter 3 1")),
  LOGOUT_BOTH(
      "each Tomcat logs out, a third one is visited",
      List.of("logout 1"),
      List.of("logout 2"),
      List.of("visit 3")),
  NODES_RESTART(
      "a session expires and another begins; a node is restarted empty, then the other",
      List.of("expire 1 1"),
      List.of("enter 3 2"),
      List.of("restart n1", "restart n2")),
  LOGOUT_OLD(
      "one logs out, while a node is lost and comes back old",
      List.of("logout 1", "visit 2"),
      List.of("lose n1", "return n1")),
  LOGOUT_OLD_RESTART(
      "one logs out, while a node is lost and comes back old; then the other is restarted empty",
      List.of("logout 1"),
      List.of("lose n2", "return n2", "restart n1"));

  final String text;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  final List<List<String>> parties;

  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  SignOnAct(String text, List<String>... parties) {
    this.text = text;
    this.parties = List.of(parties);
  }
}
