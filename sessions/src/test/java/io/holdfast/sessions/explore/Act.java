package io.holdfast.sessions.explore;

import static io.holdfast.sessions.explore.Fault.CUT;
import static io.holdfast.sessions.explore.Fault.NODE_DIES;
import static io.holdfast.sessions.explore.Fault.NODE_FREEZES;
import static io.holdfast.sessions.explore.Fault.SILENCE;
import static io.holdfast.sessions.explore.Fault.TOMCAT_DIES;
import static io.holdfast.sessions.explore.Fault.TOMCAT_STALLS;
import static io.holdfast.sessions.explore.Opening.Trouble;

import io.holdfast.core.config.Granularity;
import io.holdfast.sessions.explore.Opening.End;
import java.util.List;

/** The scenes that are explored, each with what is said of it in the documents. */
@SuppressWarnings("ImmutableEnumChecker") // scenes are, but hold lists
enum Act {
  OWN("two Tomcats, each sets an attribute of its own", own()),
  OWN_LARGE(
      "two Tomcats, each sets an attribute of its own; the session has more than 1 KB",
      own().large()),
  OWN_LARGE_APART(
      "the same, and one Tomcat has lost the first node",
      own().beginning(warm(Trouble.CUT, 0)).large()),
  OWN_LARGE_CUT("the same, and one Tomcat loses a node", own().large().with(1, CUT)),
  OWN_THREE("three Tomcats, each sets an attribute of its own", three()),
  OWN_SILENCE("two set; an answer is missing", own().with(1, SILENCE)),
  OWN_SILENCE_TWICE(
      "one sets, another Tomcat sets twice; on one node, and an answer is missing",
      Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.set(1, "b"), Turn.set(1, "c")))
          .on(1, 1)
          .with(1, SILENCE)),
  OWN_NODE_DIES("two set; a node dies", own().with(1, NODE_DIES)),
  OWN_NODE_FREEZES("two set; a node freezes", own().with(1, NODE_FREEZES)),
  OWN_CUT("two set; one Tomcat loses a node", own().with(1, CUT)),
  OWN_TOMCAT("two set; a Tomcat dies or stalls", own().with(1, TOMCAT_DIES, TOMCAT_STALLS)),
  OWN_TOGETHER(
      "two set, in one graph; one Tomcat loses a node", own().in(Granularity.SESSION).with(1, CUT)),
  OWN_DEAD("two set; the first node comes back empty", own().beginning(cold(Trouble.DEAD, 0))),
  OWN_OLD("two set; the first node comes back old", own().beginning(cold(Trouble.OLD, 0))),
  OWN_OLD_SECOND("two set; the second node comes back old", own().beginning(cold(Trouble.OLD, 1))),
  OWN_APART("two set; one Tomcat has lost the first node", own().beginning(warm(Trouble.CUT, 0))),
  OWN_APART_SECOND(
      "two set; one Tomcat has lost the second node", own().beginning(warm(Trouble.CUT, 1))),
  OWN_APART_DIES(
      "two set; one Tomcat has lost the first node, and one dies",
      own().beginning(warm(Trouble.CUT, 0)).with(1, TOMCAT_DIES)),
  OWN_THIRD_NODE("two set, with a third node; a node dies", own().on(3, 2).with(1, NODE_DIES)),
  OWN_CROSSED(
      "two set, with a third node; each Tomcat has lost another node, and reads from the other",
      Scenario.of(List.of(Turn.set(0, "a"), Turn.read(1)), List.of(Turn.set(1, "b"), Turn.read(0)))
          .on(3, 2)
          .beginning(warm(Trouble.CROSSED, 0))),
  OWN_CROSSED_SECOND(
      "two set; the same, and the first Tomcat has lost the second node",
      own().on(3, 2).beginning(warm(Trouble.CROSSED, 1))),
  OWN_LONE(
      "two set, with a third node; one Tomcat has lost the first two nodes",
      own().on(3, 2).beginning(warm(Trouble.LONE, 0))),
  READ(
      "one sets, one reads twice; a node dies or one Tomcat loses it",
      Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.read(1), Turn.read(0)))
          .with(1, NODE_DIES, CUT)),
  READ_LARGE(
      "one sets, one reads twice a session of more than 1 KB; a node dies or one Tomcat loses it",
      Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.read(1), Turn.read(0)))
          .large()
          .with(1, NODE_DIES, CUT)),
  READ_LARGE_SILENCE(
      "the same on one node, and an answer is missing",
      Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.read(1), Turn.read(0)))
          .large()
          .on(1, 1)
          .with(1, SILENCE)),
  READ_LARGE_OLD(
      "one sets, one reads twice a session of more than 1 KB, while the first node comes back old",
      Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.read(1), Turn.read(0)))
          .beginning(warm(Trouble.OLD, 0))
          .large()),
  READ_LARGE_EMPTY(
      "the same, while the second node comes back empty",
      Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.read(1), Turn.read(0)))
          .beginning(warm(Trouble.DEAD, 1))
          .large()),
  READ_LARGE_APART(
      "one sets, and reads a session of more than 1 KB on a Tomcat that has lost the first node",
      Scenario.of(List.of(Turn.set(1, "a"), Turn.read(0))).beginning(warm(Trouble.CUT, 0)).large()),
  READ_LARGE_EVICTED(
      "the first node has evicted a session of more than 1 KB that both Tomcats have; when it was"
          + " read, the second comes back empty",
      Scenario.of(List.of(Turn.read(0), Turn.read(1))).beginning(warm(Trouble.EVICTED, 0)).large()),
  READ_LARGE_EVICTED_SECOND(
      "the same with the second node and the first",
      Scenario.of(List.of(Turn.read(0), Turn.read(1))).beginning(warm(Trouble.EVICTED, 1)).large()),
  READ_LARGE_ENDED(
      "one ends a session of more than 1 KB and reads elsewhere, one reads and sets",
      Scenario.of(
              List.of(Turn.invalidate(0), Turn.read(1)), List.of(Turn.read(1), Turn.set(1, "b")))
          .large()),
  READ_LARGE_RENAMED(
      "one changes the id of a session of more than 1 KB and reads, one reads under the former id",
      Scenario.of(List.of(Turn.rename(0, "t"), Turn.read(1)), List.of(Turn.read(1))).large()),
  READ_LARGE_SIDE_BY_SIDE(
      "two work side by side on one Tomcat with a session of more than 1 KB, one reads on another;"
          + " on one node",
      Scenario.of(List.of(Turn.setSlowly(0, "a")), List.of(Turn.setSlowly(0, "b"), Turn.read(1)))
          .large()
          .on(1, 1)),
  READ_LARGE_LEASED(
      "with the lease, one raises and reads a session of more than 1 KB, one raises; on one node",
      Scenario.of(List.of(Turn.increment(0), Turn.read(1)), List.of(Turn.increment(1)))
          .withLease()
          .large()
          .on(1, 1)),
  READ_LARGE_LATE(
      "one polls a session of more than 1 KB, one raises the interval to an hour and reads later",
      Scenario.of(List.of(Turn.read(0)), List.of(Turn.interval(1, 3_600), Turn.read(0)))
          .large()
          .on(1, 1)
          .lasting(60, 20, 120)),
  READ_LARGE_WORK(
      "one reads a session of more than 1 KB, then works for a while on another Tomcat",
      Scenario.of(List.of(Turn.read(1), Turn.setSlowly(0, "a")))
          .large()
          .on(1, 1)
          .lasting(60, 50, 20)),
  READ_APART(
      "one sets, and reads on a Tomcat that has lost the first node",
      Scenario.of(List.of(Turn.set(1, "a"), Turn.read(0))).beginning(warm(Trouble.CUT, 0))),
  READ_EVICTED(
      "the first node has evicted the session; when it was read, the second comes back empty",
      Scenario.of(List.of(Turn.read(0), Turn.read(1))).beginning(cold(Trouble.EVICTED, 0))),
  READ_EVICTED_SECOND(
      "the same with the second node and the first",
      Scenario.of(List.of(Turn.read(0), Turn.read(1))).beginning(cold(Trouble.EVICTED, 1))),
  READ_MISSED(
      "the first node came back old before the Tomcats were started; when the session was read, the"
          + " second comes back empty",
      Scenario.of(List.of(Turn.read(0), Turn.read(1))).beginning(cold(Trouble.MISSED, 0))),
  READ_MISSED_SECOND(
      "the same with the second node and the first",
      Scenario.of(List.of(Turn.read(0), Turn.read(1))).beginning(cold(Trouble.MISSED, 1))),
  READ_MISSED_SET(
      "the same, and one sets",
      Scenario.of(List.of(Turn.read(0)), List.of(Turn.set(1, "b")))
          .beginning(cold(Trouble.MISSED, 1))),
  SAME_TOMCAT(
      "two requests on one Tomcat; an answer is missing, or a node dies",
      Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.set(0, "b")))
          .with(1, SILENCE, NODE_DIES)),
  SIDE_BY_SIDE(
      "two requests work side by side on one Tomcat, a client reads on another; on one node",
      Scenario.of(List.of(Turn.setSlowly(0, "a")), List.of(Turn.setSlowly(0, "b"), Turn.read(1)))
          .on(1, 1)),
  SIDE_BY_SIDE_OTHER(
      "two work side by side on one Tomcat, while another Tomcat sets; on one node",
      Scenario.of(
              List.of(Turn.setSlowly(0, "a")),
              List.of(Turn.setSlowly(0, "b")),
              List.of(Turn.set(1, "c")))
          .on(1, 1)),
  SIDE_BY_SIDE_TWICE(
      "two side by side on one Tomcat, one saves twice, while another Tomcat sets twice; on one"
          + " node",
      Scenario.of(
              List.of(Turn.setSlowly(0, "a")),
              List.of(Turn.setTwice(0, "b", "e")),
              List.of(Turn.set(1, "c"), Turn.set(1, "d")))
          .on(1, 1)),
  SIDE_BY_SIDE_THREE(
      "three work side by side on one Tomcat; on one node",
      Scenario.of(
              List.of(Turn.setSlowly(0, "a")),
              List.of(Turn.setSlowly(0, "b")),
              List.of(Turn.setSlowly(0, "c")))
          .on(1, 1)),
  IN_PLACE(
      "two change objects in place on one Tomcat, while another Tomcat sets; on one node",
      Scenario.of(
              List.of(Turn.changeSlowly(0, "a")),
              List.of(Turn.changeSlowly(0, "b")),
              List.of(Turn.set(1, "c")))
          .on(1, 1)),
  IN_PLACE_BOTH(
      "each of two Tomcats changes an object in place, and one reads; on one node",
      Scenario.of(
              List.of(Turn.changeSlowly(0, "a")),
              List.of(Turn.changeSlowly(1, "b")),
              List.of(Turn.read(0), Turn.read(1)))
          .on(1, 1)),
  IN_PLACE_RENAMED(
      "one changes an object in place, one reads beside it, one changes the id on another Tomcat;"
          + " on one node",
      Scenario.of(
              List.of(Turn.changeSlowly(0, "a")),
              List.of(Turn.read(0)),
              List.of(Turn.rename(1, "t")))
          .on(1, 1)),
  BEHIND(
      "one changes an object in place and touches it behind the answer, then changes it on another"
          + " Tomcat, touches it there and reads; on one node",
      behind().on(1, 1)),
  BEHIND_TWO_NODES("the same on two nodes", behind()),
  BEHIND_ENDED(
      "one changes an object in place and touches it behind the answer, and ends the session on"
          + " another Tomcat; on one node",
      Scenario.of(List.of(Turn.changeAndGoOn(0, "a"), Turn.invalidate(1), Turn.read(0))).on(1, 1)),
  BACKGROUND(
      "sticky, saved behind the answers: one sets twice, another once; an answer is missing, or a"
          + " node dies",
      Scenario.of(List.of(Turn.set(0, "a"), Turn.set(0, "c")), List.of(Turn.set(0, "b")))
          .inBackground()
          .with(1, SILENCE, NODE_DIES)),
  BACKGROUND_END(
      "sticky, saved behind the answers: one sets, ends the session and reads; an answer is"
          + " missing, or a node dies",
      Scenario.of(List.of(Turn.set(0, "a"), Turn.invalidate(0), Turn.read(0)))
          .inBackground()
          .with(1, SILENCE, NODE_DIES)),
  BACKGROUND_NEW(
      "sticky, saved behind the answers: one creates the session, ends it and reads",
      Scenario.of(List.of(Turn.create(0, "a"), Turn.invalidate(0), Turn.read(0)))
          .beginning(Opening.ABSENT)
          .inBackground()
          .with(1, SILENCE)),
  BACKGROUND_AGAIN(
      "sticky, saved behind the answers: one creates the session, ends it, creates it again and"
          + " reads",
      Scenario.of(
              List.of(
                  Turn.create(0, "a"), Turn.invalidate(0), Turn.create(0, "b", 2), Turn.read(0)))
          .beginning(Opening.ABSENT)
          .inBackground()),
  BACKGROUND_RENAME(
      "sticky, saved behind the answers: one sets, changes the id and sets again; an answer is"
          + " missing",
      Scenario.of(List.of(Turn.set(0, "a"), Turn.rename(0, "t"), Turn.set(0, "b")))
          .inBackground()
          .with(1, SILENCE)),
  BACKGROUND_BESIDE(
      "sticky, saved behind the answers: one sets and reads; another works beside it for a while,"
          + " and sets; the Tomcat loses a node",
      Scenario.of(
              List.of(Turn.set(0, "a"), Turn.read(0)),
              List.of(Turn.setSlowly(0, "b"), Turn.read(0)))
          .inBackground()
          .with(1, CUT, NODE_DIES)),
  ENCODING_NEW(
      "sticky, saved behind the answers: one creates the session; another ends it, perhaps while it"
          + " is encoded, and reads on another Tomcat; on one node",
      encodingNew().on(1, 1)),
  ENCODING_NEW_TWO_NODES("the same on two nodes", encodingNew()),
  ENCODING_END(
      "sticky, saved behind the answers: one sets; another ends the session, perhaps while it is"
          + " encoded, and reads; an answer is missing; on one node",
      encodingEnd().on(1, 1)),
  ENCODING_END_TWO_NODES("the same on two nodes", encodingEnd()),
  ENCODING_RENAME(
      "sticky, saved behind the answers: one sets; another changes the id, perhaps while the session"
          + " is encoded, and sets; an answer is missing; on one node",
      Scenario.of(
              List.of(Turn.set(0, "a")),
              List.of(Turn.rename(0, "t").duringEncode(), Turn.set(0, "b")))
          .inBackground()
          .on(1, 1)
          .with(1, SILENCE)),
  ENCODING_SET(
      "two set on one Tomcat, one perhaps while the session is encoded for the other, and one reads"
          + " on another Tomcat",
      Scenario.of(
          List.of(Turn.set(0, "a")), List.of(Turn.set(0, "b").duringEncode(), Turn.read(1)))),
  ENCODING_ENDED(
      "one sets and reads; another ends the session, perhaps while it is encoded, and reads on"
          + " another Tomcat",
      Scenario.of(
          List.of(Turn.set(0, "a"), Turn.read(0)),
          List.of(Turn.invalidate(0).duringEncode(), Turn.read(1)))),
  ENCODING_RENAMED(
      "one sets; another changes the id, perhaps while the session is encoded, and reads on another"
          + " Tomcat",
      Scenario.of(
          List.of(Turn.set(0, "a")), List.of(Turn.rename(0, "t").duringEncode(), Turn.read(1)))),
  ENCODING_CREATED(
      "one creates the session; another sets, perhaps while it is encoded, and reads on another"
          + " Tomcat",
      Scenario.of(
              List.of(Turn.create(0, "a")), List.of(Turn.set(0, "b").duringEncode(), Turn.read(1)))
          .beginning(Opening.ABSENT)),
  TWICE(
      "one saves twice, the other once; a node dies",
      Scenario.of(List.of(Turn.setTwice(0, "a", "c")), List.of(Turn.set(1, "b")))
          .with(1, NODE_DIES)),
  GIVEN_UP(
      "one waits too long and sets the same on another Tomcat; on one node", givenUp().on(1, 1)),
  GIVEN_UP_TWO_NODES("the same on two nodes", givenUp()),
  GIVEN_UP_BEHIND(
      "the same on one node, while another sets on the first Tomcat",
      Scenario.of(
              List.of(Turn.set(0, "a").impatiently(), Turn.set(1, "a")), List.of(Turn.set(0, "b")))
          .on(1, 1)),
  GIVEN_UP_RENAME(
      "one sets, changes the id, waits too long and sets the same on another Tomcat; on one node",
      givenUpRename().on(1, 1)),
  GIVEN_UP_RENAME_BEHIND(
      "the same, while another sets on the first Tomcat",
      Scenario.of(
              List.of(Turn.setAndRename(0, "a", "t").impatiently(), Turn.set(1, "a")),
              List.of(Turn.set(0, "b")))
          .on(1, 1)),
  GIVEN_UP_AND_GO_ON(
      "one changes an object in place, waits too long and changes it on another Tomcat, while the"
          + " first request touches it; on one node",
      Scenario.of(
              List.of(
                  Turn.changeAndGoOn(0, "a").impatiently(),
                  Turn.changeAndGoOn(1, "a"),
                  Turn.read(0)))
          .on(1, 1)),
  GIVEN_UP_END(
      "one waits too long, ends the session on another Tomcat and reads on the first; on one node",
      Scenario.of(List.of(Turn.set(0, "a").impatiently(), Turn.invalidate(1), Turn.read(0)))
          .on(1, 1)),
  GIVEN_UP_RENAMED(
      "one waits too long, changes the id on another Tomcat and reads on the first; on one node",
      Scenario.of(List.of(Turn.set(0, "a").impatiently(), Turn.rename(1, "t"), Turn.read(0)))
          .on(1, 1)),
  END("one ends the session, one sets", end()),
  END_FAULT(
      "one ends, one sets; an answer is missing, or a node or a Tomcat dies",
      end().with(1, SILENCE, NODE_DIES, TOMCAT_DIES)),
  END_STALL("one ends, one sets; a Tomcat stalls", end().with(1, TOMCAT_STALLS)),
  END_STRAGGLER(
      "one ends and reads, one sets; an answer is missing, and a Tomcat stores its stragglers",
      Scenario.of(List.of(Turn.invalidate(1), Turn.read(0)), List.of(Turn.set(0, "b")))
          .with(1, SILENCE)
          .withStragglers()),
  END_APART(
      "one ends, one sets; one Tomcat has lost the first node",
      end().beginning(warm(Trouble.CUT, 0))),
  ENDED_GONE(
      "ended while the first node was dead; when that is back, the second comes back empty",
      ended(Trouble.DEAD, 0, End.DURING)),
  ENDED_THAWED(
      "ended while the first node was frozen; when that is back, the second comes back empty",
      ended(Trouble.OLD, 0, End.DURING)),
  ENDED_THAWED_SECOND(
      "ended while the second node was frozen; when that is back, the first comes back empty",
      ended(Trouble.OLD, 1, End.DURING)),
  ENDED_THAWED_UNKNOWN(
      "the same with the first node, and only the Tomcat that ended the session knew it",
      Scenario.of(List.of(Turn.read(1))).beginning(new Opening(Trouble.OLD, 0, false, End.DURING))),
  ENDED_EMPTIED(
      "ended; the first node comes back empty, and when all is well again the second",
      ended(Trouble.DEAD, 0, End.BEFORE)),
  ENDED_CUT(
      "ended by a Tomcat that had lost the first node; then the second comes back empty",
      endedAndRead(Trouble.CUT, 0, End.DURING)),
  ENDED_CUT_SECOND(
      "ended by a Tomcat that had lost the second node; then the first comes back empty",
      endedAndRead(Trouble.CUT, 1, End.DURING)),
  RENAME("one changes the id and reads, one sets under the former id", rename()),
  RENAME_FAULT(
      "one changes the id; an answer is missing, or a node dies",
      Scenario.of(List.of(Turn.rename(0, "t"), Turn.read(1))).with(1, SILENCE, NODE_DIES)),
  RENAME_SILENCE(
      "one changes the id and reads, one sets under the former id; an answer is missing",
      Scenario.of(List.of(Turn.rename(0, "t"), Turn.read(0)), List.of(Turn.set(1, "b")))
          .with(1, SILENCE)),
  RENAME_STALL(
      "one changes the id, one sets under the former id; on one node, and a Tomcat stalls",
      renameAndSet().on(1, 1).with(1, TOMCAT_STALLS)),
  RENAME_STRAGGLER(
      "one sets, changes the id on another Tomcat and reads on the first; an answer is missing, and"
          + " a Tomcat stores its stragglers",
      Scenario.of(List.of(Turn.set(0, "b"), Turn.rename(1, "t"), Turn.read(0)))
          .with(1, SILENCE)
          .withStragglers()),
  RENAME_BESIDE(
      "one changes the id; on the same Tomcat another sets, and reads elsewhere",
      Scenario.of(List.of(Turn.rename(0, "t")), List.of(Turn.set(0, "b"), Turn.read(1)))),
  RENAME_APART(
      "one changes the id, one sets under the former id on a Tomcat that has lost the first node",
      renameAndSet().beginning(warm(Trouble.CUT, 0))),
  RENAME_APART_SECOND(
      "the same, and it has lost the second node", renameAndSet().beginning(warm(Trouble.CUT, 1))),
  RENAME_OLD(
      "one changes the id, one sets under the former id, while the only node comes back old",
      renameAndSet().on(1, 1).beginning(warm(Trouble.OLD, 0))),
  RENAME_EMPTY(
      "one changes the id, one sets under the former id, while the only node comes back empty",
      renameAndSet().on(1, 1).beginning(warm(Trouble.DEAD, 0))),
  RENAME_END(
      "one changes the id and reads, one ends the session under the former id",
      Scenario.of(List.of(Turn.rename(0, "t"), Turn.read(1)), List.of(Turn.invalidate(1)))),
  RENAME_TWICE(
      "each changes the id, and reads elsewhere",
      Scenario.of(
          List.of(Turn.rename(0, "t"), Turn.read(1)), List.of(Turn.rename(1, "u"), Turn.read(0)))),
  RENAME_LEASED_STALL(
      "with the lease, one changes the id, one raises; on one node, and a Tomcat stalls",
      Scenario.of(List.of(Turn.rename(0, "t")), List.of(Turn.increment(1)))
          .withLease()
          .on(1, 1)
          .with(1, TOMCAT_STALLS)),
  RENAME_LEASED_RAISED(
      "with the lease, one raises and changes the id, one raises; on one node, and a Tomcat stalls",
      Scenario.of(List.of(Turn.raiseAndRename(0, "t")), List.of(Turn.increment(1)))
          .withLease()
          .on(1, 1)
          .with(1, TOMCAT_STALLS)),
  COUNT("with the lease, two raise a counter", count()),
  COUNT_ONE_NODE("two raise, on one node", count().on(1, 1)),
  COUNT_THREE(
      "three raise, on one node",
      Scenario.of(
              List.of(Turn.increment(0)), List.of(Turn.increment(1)), List.of(Turn.increment(2)))
          .withLease()
          .on(1, 1)),
  COUNT_SILENCE("two raise; an answer is missing", count().with(1, SILENCE)),
  COUNT_NODE_DIES("two raise; a node dies", count().with(1, NODE_DIES)),
  COUNT_CUT("two raise; one Tomcat loses a node", count().with(1, CUT)),
  COUNT_TOMCAT_DIES("two raise, on one node; a Tomcat dies", count().on(1, 1).with(1, TOMCAT_DIES)),
  COUNT_STALL("two raise, on one node; a Tomcat stalls", count().on(1, 1).with(1, TOMCAT_STALLS)),
  COUNT_LARGE(
      "with the lease, two raise a counter in a session of more than 1 KB", count().large()),
  COUNT_LARGE_SILENCE(
      "the same on one node, and an answer is missing", count().large().on(1, 1).with(1, SILENCE)),
  COUNT_CROSSED(
      "two raise, with a third node; each Tomcat has lost another node",
      count().on(3, 2).beginning(warm(Trouble.CROSSED, 0))),
  COUNT_AGAIN(
      "one raises twice, one once, on one node; a Tomcat stalls",
      Scenario.of(List.of(Turn.increment(0), Turn.increment(0)), List.of(Turn.increment(1)))
          .withLease()
          .on(1, 1)
          .with(1, TOMCAT_STALLS)),
  MIXED(
      "one raises with the lease, while one sets without it on the same Tomcat, and reads elsewhere",
      Scenario.of(List.of(Turn.increment(0)), List.of(Turn.setSlowly(0, "b"), Turn.read(1)))
          .withLease()
          .on(1, 1)),
  MIXED_OTHER(
      "one raises with the lease, one sets without it on the same Tomcat, one on another; on one"
          + " node",
      Scenario.of(List.of(Turn.increment(0)), List.of(Turn.set(0, "b")), List.of(Turn.set(1, "c")))
          .withLease()
          .on(1, 1)),
  MIXED_STALL(
      "one raises with the lease, one sets without it on the same Tomcat, one raises on another; on"
          + " one node, and a Tomcat stalls",
      Scenario.of(
              List.of(Turn.increment(0)),
              List.of(Turn.set(0, "b"), Turn.read(1)),
              List.of(Turn.increment(1)))
          .withLease()
          .on(1, 1)
          .with(1, TOMCAT_STALLS)),
  MIXED_FAULT(
      "one raises with the lease, one sets without it; on one node, and an answer is missing",
      Scenario.of(List.of(Turn.increment(0)), List.of(Turn.set(0, "b")))
          .withLease()
          .on(1, 1)
          .with(1, SILENCE)),
  CREATE(
      "there is no session yet: one creates it under the client's id and reads elsewhere,"
          + " another creates it",
      createBoth()),
  CREATE_SAME(
      "both create it, in the same millisecond",
      Scenario.of(List.of(Turn.create(0, "a", 1)), List.of(Turn.create(1, "b", 1)))
          .beginning(Opening.ABSENT)),
  CREATE_FAULT(
      "one creates it and reads elsewhere, another creates it; on one node, and an answer is"
          + " missing or a Tomcat stalls",
      createBoth().on(1, 1).with(1, SILENCE, TOMCAT_STALLS)),
  CREATE_NODE(
      "one creates it, and reads elsewhere; an answer is missing, or a node dies, or one"
          + " Tomcat loses it",
      Scenario.of(List.of(Turn.create(0, "a"), Turn.read(1)))
          .beginning(Opening.ABSENT)
          .with(1, SILENCE, NODE_DIES, CUT)),
  CREATE_AGAIN(
      "one ends the session, creates another one with its id and reads elsewhere, one sets",
      createAgain()),
  CREATE_AGAIN_OLD(
      "one ends the session and creates another one, while the first node comes back old",
      Scenario.of(List.of(Turn.invalidate(0), Turn.create(0, "a")))
          .beginning(warm(Trouble.OLD, 0))),
  CREATE_LEASED(
      "with the lease, one creates the session and raises twice, one raises; on one node",
      created().on(1, 1)),
  CREATE_LEASED_FAULT(
      "the same; a Tomcat dies or stalls", created().on(1, 1).with(1, TOMCAT_DIES, TOMCAT_STALLS)),
  CREATE_LEASED_TWO_NODES(
      "with the lease, one creates the session and raises twice, one raises; on two nodes",
      created()),
  CREATE_TOLD(
      "without the lease, one creates the session and changes it once its client knows the"
          + " id, another sets",
      Scenario.of(List.of(Turn.createSlowly(0)), List.of(Turn.set(1, "b"), Turn.read(0)))
          .beginning(Opening.ABSENT)),
  INTERVAL_RAISED(
      "one polls, one raises the interval to an hour and reads later",
      Scenario.of(List.of(Turn.read(0)), List.of(Turn.interval(1, 3_600), Turn.read(0)))
          .on(1, 1)
          .lasting(60, 20, 120)),
  INTERVAL_LOWERED(
      "one lowers the interval to a minute, one sets and reads later",
      Scenario.of(List.of(Turn.interval(0, 60)), List.of(Turn.set(1, "b"), Turn.read(1)))
          .on(1, 1)
          .lasting(3_600, 50, 50)),
  INTERVAL_UNLIMITED(
      "one lets the session never end, one ends it",
      Scenario.of(List.of(Turn.interval(0, 0), Turn.read(1)), List.of(Turn.invalidate(1)))
          .on(1, 1)
          .lasting(60, 120)),
  INTERVAL_BOTH(
      "each changes the interval, one reads",
      Scenario.of(
              List.of(Turn.interval(0, 3_600)),
              List.of(Turn.interval(1, 60)),
              List.of(Turn.read(0)))
          .on(1, 1)
          .lasting(300, 70, 200)),
  INTERVAL_EXPIRE(
      "the time of the session is up, and both Tomcats find that", Scenario.of(2).lasting(60, 70)),
  INTERVAL_END_OLD(
      "the interval is lowered and the session ended, while the only node comes back old",
      Scenario.of(List.of(Turn.interval(0, 60), Turn.invalidate(1)))
          .on(1, 1)
          .beginning(warm(Trouble.OLD, 0))
          .lasting(3_600, 900)),
  INTERVAL_END(
      "one lowers the interval and ends the session, another Tomcat has the former interval",
      Scenario.of(List.of(Turn.interval(1, 60), Turn.invalidate(1))).on(1, 1).lasting(3_600, 900)),
  INTERVAL_RAISED_TWO_NODES(
      "one raises the interval, another reads later; on two nodes",
      Scenario.of(List.of(Turn.interval(1, 3_600)), List.of(Turn.read(0))).lasting(60, 20, 120)),
  INTERVAL_EMPTY(
      "one raises the interval and reads later, while the first node comes back empty",
      Scenario.of(List.of(Turn.interval(1, 3_600), Turn.read(0)))
          .beginning(warm(Trouble.DEAD, 0))
          .lasting(60, 120)),
  INTERVAL_WORK(
      "one reads, then works for a while on another Tomcat",
      Scenario.of(List.of(Turn.read(1), Turn.setSlowly(0, "a"))).on(1, 1).lasting(60, 50, 20));

  final String text;
  final Scenario scene;

  Act(String text, Scenario scene) {
    this.text = text;
    this.scene = scene;
  }

  private static Scenario own() {
    return Scenario.of(List.of(Turn.set(0, "a")), List.of(Turn.set(1, "b")));
  }

  private static Scenario three() {
    return Scenario.of(
        List.of(Turn.set(0, "a")), List.of(Turn.set(1, "b")), List.of(Turn.set(2, "c")));
  }

  private static Scenario behind() {
    return Scenario.of(
        List.of(Turn.changeAndGoOn(0, "a"), Turn.changeAndGoOn(1, "a"), Turn.read(0)));
  }

  private static Scenario end() {
    return Scenario.of(List.of(Turn.invalidate(0)), List.of(Turn.set(1, "b")));
  }

  /** One Tomcat has ended the session, the other has it yet. */
  private static Scenario ended(Trouble trouble, int node, End end) {
    return Scenario.of(2).beginning(new Opening(trouble, node, true, end));
  }

  /** The same, and the other is asked for it at any moment. */
  private static Scenario endedAndRead(Trouble trouble, int node, End end) {
    return Scenario.of(List.of(Turn.read(1))).beginning(new Opening(trouble, node, true, end));
  }

  /** What it changed must not take the place of what it was told is done. */
  private static Scenario givenUp() {
    return Scenario.of(List.of(Turn.set(0, "a").impatiently(), Turn.set(1, "a")));
  }

  private static Scenario givenUpRename() {
    return Scenario.of(List.of(Turn.setAndRename(0, "a", "t").impatiently(), Turn.set(1, "a")));
  }

  private static Scenario rename() {
    return Scenario.of(List.of(Turn.rename(0, "t"), Turn.read(1)), List.of(Turn.set(1, "b")));
  }

  /** The one who sets is the one who may have lost a node. */
  private static Scenario renameAndSet() {
    return Scenario.of(List.of(Turn.rename(1, "t")), List.of(Turn.setSlowly(0, "b")));
  }

  private static Scenario count() {
    return Scenario.of(List.of(Turn.increment(0)), List.of(Turn.increment(1))).withLease();
  }

  private static Scenario createBoth() {
    return Scenario.of(List.of(Turn.create(0, "a"), Turn.read(1)), List.of(Turn.create(1, "b")))
        .beginning(Opening.ABSENT);
  }

  private static Scenario encodingNew() {
    return Scenario.of(
            List.of(Turn.create(0, "a")), List.of(Turn.invalidate(0).duringEncode(), Turn.read(1)))
        .beginning(Opening.ABSENT)
        .inBackground();
  }

  private static Scenario encodingEnd() {
    return Scenario.of(
            List.of(Turn.set(0, "a")), List.of(Turn.invalidate(0).duringEncode(), Turn.read(0)))
        .inBackground()
        .with(1, SILENCE);
  }

  private static Scenario createAgain() {
    return Scenario.of(
        List.of(Turn.invalidate(0), Turn.create(0, "a"), Turn.read(1)), List.of(Turn.set(1, "b")));
  }

  /** Who creates it tells its client the id, and goes on. */
  private static Scenario created() {
    return Scenario.of(List.of(Turn.createSlowly(0)), List.of(Turn.increment(1)))
        .beginning(Opening.ABSENT)
        .withLease();
  }

  private static Opening cold(Trouble trouble, int node) {
    return new Opening(trouble, node, false);
  }

  private static Opening warm(Trouble trouble, int node) {
    return new Opening(trouble, node, true);
  }

  /** Tries every way in which it can go, or as many as are asked for. */
  Exploration explore(Protocol protocol, long mostStates) {
    return new Explorer(
            () -> new ScenarioRun(scene, protocol, Journal.none()), Way::commute, mostStates)
        .explore();
  }

  /** What happened on the way to what was broken. */
  String story(Protocol protocol, List<Integer> choices) {
    return ScenarioRun.story(scene, protocol, choices);
  }
}
