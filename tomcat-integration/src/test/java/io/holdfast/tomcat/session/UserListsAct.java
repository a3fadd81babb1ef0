package io.holdfast.tomcat.session;

import java.util.List;

/** The scenes with the session of a user: what each party does, one thing after the other. */
enum UserListsAct {
  LOGINS(
      "ann logs in, then bob on another Tomcat, which goes on; ann's sessions are ended",
      List.of("login ann 1", "login bob 2"),
      List.of("round 1"),
      List.of("round 2"),
      List.of("end-all ann 1")),
  LOGOUT(
      "ann logs in, and out on another Tomcat; her sessions are ended",
      List.of("login ann 1", "logout 2"),
      List.of("round 1", "round 1"),
      List.of("end-all ann 2")),
  LOGOUT_BACK(
      "ann logs in, and out on another Tomcat, then bob logs in on the first",
      List.of("login ann 1", "logout 2", "login bob 1"),
      List.of("round 2"),
      List.of("end-all ann 2")),
  NEW_ID(
      "ann logs in, and gets another id on another Tomcat; her sessions are ended",
      List.of("login ann 1", "id 2", "visit 1"),
      List.of("round 1"),
      List.of("end-all ann 2")),
  END(
      "ann logs in, and ends her session on another Tomcat; her sessions are ended",
      List.of("login ann 1", "end 2"),
      List.of("round 1", "round 1"),
      List.of("end-all ann 1")),
  TWO_ENDS(
      "ann's sessions are ended on two Tomcats, while she logs in again",
      List.of("login ann 1", "id 2"),
      List.of("end-all ann 1"),
      List.of("end-all ann 2")),
  NODE_RESTARTS(
      "ann logs in, then bob on another Tomcat; a node is restarted empty",
      List.of("login ann 1", "login bob 2"),
      List.of("round 1"),
      List.of("restart n1"),
      List.of("end-all ann 2")),
  NODE_LOST(
      "the same; a node is lost and comes back old",
      List.of("login ann 1", "login bob 2"),
      List.of("lose n1", "return n1"),
      List.of("round 1"));

  final String text;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  final List<List<String>> parties;

  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  UserListsAct(String text, List<String>... parties) {
    this.text = text;
    this.parties = List.of(parties);
  }
}
