package io.holdfast.tomcat.session;

import io.holdfast.sessions.explore.BrokenInvariant;
import io.holdfast.sessions.explore.InterleavedPlay;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;

/**
 * One session over two Tomcats and two nodes, which users log in to, and the lists of the sessions
 * of each user.
 */
final class UserListsPlay extends InterleavedPlay {

  /** A list is read from two nodes and written to two; so it is again after a conflict. */
  private static final int OPERATIONS = 5;

  private static final Duration BETWEEN = Duration.ofSeconds(ListedTomcat.INTERVAL / 4);
  private static final List<String> OF_NODES = List.of("restart", "lose", "return");
  private static final List<String> USERS = List.of("ann", "bob");

  private final Nodes nodes;
  private final StoredSession stored = new StoredSession();
  private final List<ListedTomcat> tomcats;

  /** Whether a node has lost lists that no Tomcat has told of again. */
  private boolean areListsLost;

  /** How many steps have begun that are not over: a login has an effect before it is answered. */
  private int underWay;

  static UserListsPlay of(UserListsAct act, ListMistake mistake) {
    UserListsPlay play = new UserListsPlay(new Nodes("n1", "n2"), mistake);
    play.begin(act.parties.stream().map(play::steps).toList());
    return play;
  }

  private UserListsPlay(Nodes nodes, ListMistake mistake) {
    super(nodes, OPERATIONS);
    this.nodes = nodes;
    this.tomcats =
        List.of(new ListedTomcat(nodes, stored, mistake), new ListedTomcat(nodes, stored, mistake));
  }

  private List<Step> steps(List<String> texts) {
    return texts.stream().map(this::step).toList();
  }

  private Step step(String text) {
    String[] words = text.split(" ");
    return new Step(
        text,
        () -> {
          underWay++;
          perform(words);
          underWay--;
        },
        OF_NODES.contains(words[0]));
  }

  private void perform(String[] step) {
    nodes.clock.advance(BETWEEN);
    String last = step[step.length - 1];
    switch (step[0]) {
      case "restart" -> {
        areListsLost = true;
        nodes.get(last).wipe();
        tomcats.forEach(tomcat -> tomcat.returned(last));
      }
      case "lose" -> tomcats.forEach(tomcat -> tomcat.lose(last));
      case "return" -> tomcats.forEach(tomcat -> tomcat.returned(last));
      default -> perform(step, tomcats.get(Integer.parseInt(last) - 1));
    }
  }

  private void perform(String[] step, ListedTomcat tomcat) {
    switch (step[0]) {
      case "login" -> tomcat.logIn(step[1]);
      case "logout" -> tomcat.logIn(null);
      case "id" -> tomcat.changeId("t");
      case "end" -> tomcat.end();
      case "visit" -> tomcat.visit();
      case "round" -> tomcat.lookAfterSessions();
      default -> endAll(tomcat, step[1]);
    }
  }

  /** Ends those of a user whose login was answered; those of others go on, see the Tomcat. */
  private void endAll(ListedTomcat tomcat, String user) {
    boolean wasTheirs = stored.isOf(user);
    int version = stored.version;
    tomcat.endAllOf(user);
    boolean isAlone = underWay < 2;
    if (isAlone && wasTheirs && stored.isOf(user) && stored.version == version && !areListsLost) {
      throw broken("the session of %s goes on".formatted(user));
    }
  }

  /** What the lists say too much does no harm, and they say all. */
  @Override
  public void judge() {
    for (int round = 0; round < 2; round++) {
      nodes.clock.advance(BETWEEN);
      tomcats.stream().filter(ListedTomcat::isCurrent).forEach(ListedTomcat::lookAfterSessions);
    }
    areListsLost = false;
    for (ListedTomcat tomcat : tomcats) {
      USERS.stream().filter(user -> !stored.isOf(user)).forEach(user -> endAll(tomcat, user));
      USERS.stream().filter(user -> !stored.isOf(user)).forEach(user -> checkNone(tomcat, user));
    }
    for (ListedTomcat tomcat : tomcats) {
      USERS.stream().filter(stored::isOf).forEach(user -> checkListed(tomcat, user));
    }
    USERS.stream().filter(stored::isOf).toList().forEach(user -> endAll(tomcats.get(0), user));
  }

  private void checkNone(ListedTomcat tomcat, String user) {
    if (!tomcat.listed(user).isEmpty()) {
      throw broken("%s has %s after all were ended".formatted(user, tomcat.listed(user)));
    }
  }

  private void checkListed(ListedTomcat tomcat, String user) {
    if (!tomcat.listed(user).contains(stored.id)) {
      throw broken("%s of %s is not listed".formatted(stored.id, user));
    }
  }

  private BrokenInvariant broken(String what) {
    return new BrokenInvariant(what + ": " + history());
  }
}
