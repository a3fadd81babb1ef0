package io.holdfast.tomcat.login;

import io.holdfast.sessions.explore.BrokenInvariant;
import io.holdfast.sessions.explore.InterleavedPlay;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.catalina.session.StandardSession;

/** One single sign-on over three Tomcats and two nodes. */
final class SignOnPlay extends InterleavedPlay {

  /** It is read from two nodes, with the last access of each, and written to two. */
  private static final int OPERATIONS = 8;

  private static final int TOMCATS = 3;

  private final Nodes nodes;
  private final List<SignOnTomcat> tomcats = new ArrayList<>();
  private final Map<String, StandardSession> sessions = new TreeMap<>();

  /** The sessions of the sign-on that have not ended. */
  private final Set<StandardSession> alive = new HashSet<>();

  /** The steps that are under way, the innermost last. */
  private final List<String> underWay = new ArrayList<>();

  private boolean isLoggingOut;
  private boolean isLoggedOut;

  /** Whether a session began at the very moment at which another one expired. */
  private boolean hasBegunBesideAnEnd;

  static SignOnPlay of(SignOnAct act, SignOnMistake mistake) {
    SignOnPlay play = new SignOnPlay(new Nodes("n1", "n2"), mistake);
    play.begin(act.parties.stream().map(play::steps).toList());
    return play;
  }

  private SignOnPlay(Nodes nodes, SignOnMistake mistake) {
    super(nodes, OPERATIONS);
    this.nodes = nodes;
    for (int number = 1; number <= TOMCATS; number++) {
      tomcats.add(new SignOnTomcat(number, nodes, mistake::over, SignOnPlay::counts, this::end));
    }
    tomcats.get(0).signOn(begun("1"));
    enter(tomcats.get(1), "2");
  }

  private StandardSession begun(String number) {
    StandardSession session = SignOnTomcat.session("s" + number);
    sessions.put(number, session);
    alive.add(session);
    return session;
  }

  private List<Step> steps(List<String> texts) {
    return texts.stream()
        .map(text -> new Step(text, () -> perform(text), text.contains(" n")))
        .toList();
  }

  private void perform(String text) {
    underWay.add(text);
    String[] step = text.split(" ");
    String last = step[step.length - 1];
    switch (step[0]) {
      case "restart" -> {
        nodes.get(last).wipe();
        tomcats.forEach(tomcat -> tomcat.returned(last));
      }
      case "lose" -> {
        SignOnTomcat.lose(nodes, last);
        tomcats.forEach(tomcat -> tomcat.lose(last));
      }
      case "return" -> {
        nodes.get(last).heal();
        tomcats.forEach(tomcat -> tomcat.returned(last));
      }
      default -> perform(step, tomcats.get(Integer.parseInt(last) - 1));
    }
    underWay.remove(text);
  }

  private void perform(String[] step, SignOnTomcat tomcat) {
    switch (step[0]) {
      case "enter" -> enter(tomcat, step[1]);
      case "expire" -> expire(tomcat, step[1]);
      case "id" -> tomcat.changeId(Objects.requireNonNull(sessions.get(step[1])), "other");
      case "forget" -> tomcat.forget();
      case "logout" -> logOut(tomcat);
      default -> visit(tomcat);
    }
  }

  private void enter(SignOnTomcat tomcat, String number) {
    hasBegunBesideAnEnd |= underWay.stream().anyMatch(step -> step.startsWith("expire"));
    boolean wasOut = isLoggedOut;
    StandardSession session = begun(number);
    boolean isKnown = tomcat.enter(session);
    if (!isKnown) {
      alive.remove(session); // no user is logged in to it
    } else if (wasOut) {
      throw broken("who has logged out is known");
    }
  }

  private void expire(SignOnTomcat tomcat, String number) {
    hasBegunBesideAnEnd |= underWay.stream().anyMatch(step -> step.startsWith("enter"));
    StandardSession session = Objects.requireNonNull(sessions.get(number));
    if (alive.remove(session)) {
      tomcat.expire(session);
    }
  }

  /** Who logs out is out of all sessions that he had when he did. */
  private void logOut(SignOnTomcat tomcat) {
    isLoggingOut = true;
    Set<StandardSession> before = new HashSet<>(alive);
    Map<StandardSession, String> ids = new HashMap<>();
    before.forEach(session -> ids.put(session, session.getIdInternal()));
    boolean isKnown = tomcat.logOut();
    if (isKnown) {
      isLoggedOut = true;
    }
    before.retainAll(alive);
    before.removeIf(session -> !session.getIdInternal().equals(ids.get(session)));
    if (isKnown && !before.isEmpty() && underWay.size() == 1) {
      throw broken("%d sessions go on after the logout".formatted(before.size()));
    }
  }

  private void visit(SignOnTomcat tomcat) {
    boolean wasOut = isLoggedOut;
    if (tomcat.isKnown() && wasOut) {
      throw broken("who has logged out is known");
    }
  }

  // ---- what the valves ask for ----

  private static boolean counts(SignOnEntry found) {
    return found.members().stream().anyMatch(member -> member.host().equals("localhost"));
  }

  private void end(SignOnMember member) {
    boolean wasAlive = alive.removeIf(session -> session.getIdInternal().equals(member.id()));
    if (wasAlive && !isLoggingOut && !hasBegunBesideAnEnd) {
      throw broken("a session was ended although nobody has logged out");
    }
  }

  // ---- at the end ----

  @Override
  public void judge() {
    List<Boolean> known = new ArrayList<>();
    for (int round = 0; round < 2; round++) { // a request may end sessions of other Tomcats
      known.clear();
      tomcats.forEach(tomcat -> known.add(tomcat.isKnown()));
    }
    if (isLoggedOut && (known.contains(true) || !alive.isEmpty())) {
      throw broken("after the logout known %s, sessions %d".formatted(known, alive.size()));
    }
    boolean hasEnded = hasBegunBesideAnEnd && !known.contains(true);
    if (!isLoggedOut && !hasEnded && known.contains(alive.isEmpty())) {
      throw broken("with %d sessions known %s".formatted(alive.size(), known));
    }
  }

  private BrokenInvariant broken(String what) {
    return new BrokenInvariant(what + ": " + history());
  }
}
