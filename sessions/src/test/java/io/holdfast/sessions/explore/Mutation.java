package io.holdfast.sessions.explore;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.lock.LockOutcome;
import java.util.concurrent.CompletableFuture;

/** One thing in the protocol that is done wrongly on purpose, and the act in which that shows. */
@SuppressWarnings("ImmutableEnumChecker") // what it does to a store is code without state
enum Mutation implements Protocol {
  LEASE_ALWAYS_TAKEN(
      "a lease is taken although another request has it",
      Act.COUNT_ONE_NODE,
      (store, node) -> Mutants.heedless(store, Mutants::isLease)),
  LEASE_ALWAYS_REMOVED(
      "a lease is removed although another request has it",
      Act.COUNT_AGAIN,
      (store, node) -> Mutants.removing(store)),
  READ_BEFORE_GRANT(
      "what a node read before it granted the lease counts as read under it",
      Act.COUNT_ONE_NODE,
      Mutants.readingBeforeTheGrant()),
  READ_AHEAD_OF_LEASE(
      "the record is read before the request for the lease, in one packet with it",
      Act.COUNT_ONE_NODE,
      (store, node) -> Mutants.askingBehindTheRead(store)),
  GIVEN_BACK_WITH_RECORD(
      "the lease is given back in one packet with the record",
      Act.COUNT_THREE,
      (store, node) -> Mutants.givingBackWithTheRecord(store)),
  NO_FENCE(
      "a new holder of the lease does not renew the version of the record",
      Act.COUNT_STALL,
      (store, node) -> Mutants.withoutFence(store)),
  RECORD_ALWAYS_WRITTEN(
      "a record is written over anything",
      Act.OWN,
      (store, node) -> Mutants.heedless(store, Mutants::isRecord)),
  NO_TOMBSTONE(
      "the end of a session deletes its record",
      Act.END,
      (store, node) -> Mutants.withoutTombstones(store)),
  NOT_RESTORED(
      "tombstones are not restored",
      Act.ENDED_THAWED_UNKNOWN,
      (store, node) -> node == 0 ? Mutants.refusingTombstones(store) : store),
  NUMBERS_ONLY(
      "a larger version replaces any smaller one",
      Act.OWN_APART,
      (store, node) -> Mutants.numbering(store)),
  NO_ORIGINS(
      "records that cross do not say what changed which part",
      Act.OWN_APART,
      (store, node) -> Mutants.withoutOrigins(store)),
  NOT_SETTLED(
      "a request does not wait for the save that has taken its change along",
      Act.SIDE_BY_SIDE,
      Mutants.hasty()),
  FORGETTING(
      "a request does not save an instance that was given up while it was at work",
      Act.IN_PLACE_RENAMED,
      Mutants.forgetting()),
  ANSWER_UNKNOWN(
      "what a request changes behind its complete answer counts as changed before",
      Act.BEHIND,
      Mutants.unawareOfAnswers()),
  REFUSAL_UNKNOWN(
      "a save does not know that its request was refused",
      Act.GIVEN_UP,
      Mutants.unawareOfRefusals()),
  REFUSED_AT_WORK(
      "what a refused request changes counts as changed before an answer",
      Act.GIVEN_UP_AND_GO_ON,
      Mutants.unawareOfRefusedAtWork()),
  LATEST_VERSIONS(
      "records name the latest versions, not the latest of each writer",
      Act.OWN_SILENCE_TWICE,
      (store, node) -> Mutants.forgettingWriters(store)),
  COPY_NOT_AWAITED(
      "a change is answered before its copy is stored",
      Act.READ_APART,
      (store, node) -> node == 0 ? store : Mutants.hurriedCopies(store)),
  FORMER_ID_NOT_AWAITED(
      "a change of the id is answered before the tombstone lies under the former id",
      Act.RENAME,
      (store, node) -> Mutants.hurriedFormerIds(store)),
  FORMER_ID_COVERS_ALL(
      "the tombstone of a former id does not say what the new record includes",
      Act.RENAME_APART,
      (store, node) -> Mutants.uncoveredFormerIds(store)),
  EVICTED_NOT_STORED(
      "what a node has evicted is not stored on it again",
      Act.READ_EVICTED,
      (store, node) -> node == 0 ? Mutants.refusingAdditions(store) : store),
  OLD_NOT_REPLACED(
      "an older copy that is found stays as it is",
      Act.READ_MISSED,
      (store, node) -> node == 0 ? Mutants.refusingReplacements(store) : store),
  ONE_NODE_READ(
      "only the first node is read for a record",
      Act.OWN_OLD,
      (store, node) -> node == 0 ? store : Mutants.blind(store)),
  NEVER_CHANGED(
      "a record that was read counts as unchanged whatever its version on a node is",
      Act.READ_LARGE,
      (store, node) -> Mutants.withoutVersions(store)),
  CREATED_OVER_ANYTHING(
      "a new session is written over anything",
      Act.CREATE,
      (store, node) -> Mutants.heedless(store, Mutants::isRecord)),
  CREATED_WITHOUT_LEASE(
      "a request that creates a session has no lease when its client learns the id",
      Act.CREATE_LEASED,
      Mutants.withoutLeaseOfCreator()),
  LOWERED_SOON_FORGOTTEN(
      "nodes keep a record only as long as its own interval says",
      Act.INTERVAL_LOWERED,
      (store, node) -> Mutants.brief(store)),
  RAISED_NOT_EXTENDED(
      "a record is extended by the interval that it had before",
      Act.INTERVAL_RAISED,
      (store, node) -> Mutants.extendingBriefly(store)),
  END_FORGOTTEN(
      "tombstones last as long as the interval that counts says",
      Act.INTERVAL_END,
      (store, node) -> Mutants.forgettingEnds(store)),
  NO_ACCESS_NOTED(
      "a request that only reads does not note it",
      Act.INTERVAL_WORK,
      (store, node) -> Mutants.withoutAccesses(store)),
  ENDS_OVER_ANYTHING(
      "the end of a session whose time is up is written over anything",
      Act.INTERVAL_EXPIRE,
      (store, node) -> Mutants.heedless(store, Mutants::isRecord));

  final String text;
  final Act act;
  private final Protocol wrong;

  Mutation(String text, Act act, Protocol wrong) {
    this.text = text;
    this.act = act;
    this.wrong = wrong;
  }

  @Override
  public NodeStore over(NodeStore connection, int node) {
    return wrong.over(connection, node);
  }

  @Override
  public boolean doReadsCount(LockOutcome.Granted granted) {
    return wrong.doReadsCount(granted);
  }

  @Override
  public CompletableFuture<SaveOutcome> leave(EngineTomcat tomcat, FakeInstance session) {
    return wrong.leave(tomcat, session);
  }

  @Override
  public boolean keepsCreated() {
    return wrong.keepsCreated();
  }

  @Override
  public void answered(FakeInstance session) {
    wrong.answered(session);
  }

  @Override
  public void refused(FakeInstance session) {
    wrong.refused(session);
  }

  @Override
  public void giveUp(FakeInstance session) {
    wrong.giveUp(session);
  }
}
