package io.holdfast.dist;

import io.holdfast.dist.HistoryEntry.Outcome;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One after the other, sends requests of one session and records what came of them. */
final class HistoryClient {

  private static final int OWN_REGISTERS = 2;
  private static final int SHARED_REGISTERS = 2;
  private static final String VALUE = "value.";

  /** How much of an id is shown where it leads nowhere. */
  private static final int SHOWN = 8;

  /** Of a hundred requests of the one client that does so. */
  private static final int CHANGES_OF_ID = Integer.getInteger("holdfast.histories.changes", 3);

  private static final int LONGEST_PAUSE_MILLIS = 12;

  private final HistorySession session;
  private final int number;
  private final HistoryFile file;
  private final Supplier<List<LinedTomcat>> tomcats;
  private final Random random;

  /**
   * A client.
   *
   * @param tomcats where its requests may go at the moment
   */
  HistoryClient(
      HistorySession session,
      int number,
      HistoryFile file,
      Supplier<List<LinedTomcat>> tomcats,
      long seed) {
    this.session = session;
    this.number = number;
    this.file = file;
    this.tomcats = tomcats;
    this.random = new Random(seed);
  }

  /** Makes the session; returns whether the client has it now. */
  boolean create() {
    List<LinedTomcat> there = tomcats.get();
    return !there.isEmpty()
        && send(any(there), "create", HistoryRegister.SESSION, null) == Outcome.OK;
  }

  /**
   * Sends one request, of a kind that is drawn by lot, to a Tomcat that is drawn by lot.
   *
   * @return false if no Tomcat is there
   */
  boolean request() {
    List<LinedTomcat> there = tomcats.get();
    if (there.isEmpty()) {
      return false;
    }
    LinedTomcat tomcat = any(there);
    int action = random.nextInt(100);
    Outcome outcome =
        number == 0 && action < CHANGES_OF_ID
            ? changeId(tomcat)
            : action < 5
                ? dump(tomcat)
                : action < 55 ? update(tomcat) : read(tomcat, any(readable()));
    return outcome != Outcome.FAILED || !tomcats.get().isEmpty();
  }

  /** Asks one Tomcat for all attributes. */
  Outcome dump(LinedTomcat tomcat) {
    return send(tomcat, "dump", HistoryRegister.SESSION, null);
  }

  /** Asks one Tomcat to end the session. */
  Outcome end(LinedTomcat tomcat) {
    session.end();
    return send(tomcat, "end", HistoryRegister.SESSION, null);
  }

  /**
   * Gives the session another id, as a login does; the former one must lead nowhere from then on.
   */
  private Outcome changeId(LinedTomcat tomcat) {
    Browser former = session.browser().copy();
    session.changesId(true);
    Outcome outcome = send(tomcat, "rotate", HistoryRegister.SESSION, null);
    if (outcome == Outcome.UNKNOWN) {
      session.lose();
    }
    session.changesId(false);
    if (outcome == Outcome.OK) {
      tomcats
          .get()
          .forEach(
              each -> send(former.copy(), each, "former", HistoryRegister.SESSION, null, null));
    }
    return outcome;
  }

  private Outcome update(LinedTomcat tomcat) {
    HistoryKind kind = any(session.mode().kinds());
    HistoryRegister register = register(kind);
    session.writes(register);
    String value = kind.update().equals("raise") ? null : session.nextValue();
    return send(tomcat, kind.update(), register, value, lateOf(kind));
  }

  private @Nullable String lateOf(HistoryKind kind) {
    boolean isLate = !kind.late().isEmpty() && random.nextInt(100) < session.changesBehindAnswers();
    return isLate ? any(kind.late()) : null;
  }

  private HistoryRegister register(HistoryKind kind) {
    return switch (kind) {
      case OWN -> HistoryRegister.of(kind, number + "-" + random.nextInt(OWN_REGISTERS));
      case ONCE -> HistoryRegister.of(kind, number + "-" + session.next("once" + number));
      case TALLY, LIST -> HistoryRegister.of(kind, Integer.toString(number));
      case SHARED -> HistoryRegister.of(kind, Integer.toString(random.nextInt(SHARED_REGISTERS)));
      case COUNTER, LISTS -> HistoryRegister.of(kind, "");
    };
  }

  private List<HistoryRegister> readable() {
    List<HistoryRegister> written = session.registers();
    return written.isEmpty() ? List.of(register(HistoryKind.OWN)) : written;
  }

  private Outcome read(LinedTomcat tomcat, HistoryRegister register) {
    return send(tomcat, "read", register, null);
  }

  private Outcome send(
      LinedTomcat tomcat, String operation, HistoryRegister register, @Nullable String value) {
    return send(tomcat, operation, register, value, null);
  }

  private Outcome send(
      LinedTomcat tomcat,
      String operation,
      HistoryRegister register,
      @Nullable String value,
      @Nullable String late) {
    String id = session.id();
    Outcome outcome = send(session.browser(), tomcat, operation, register, value, late);
    if (outcome == Outcome.ABSENT && session.isOf(id)) {
      session.lose();
    }
    return outcome;
  }

  private Outcome send(
      Browser browser,
      LinedTomcat tomcat,
      String operation,
      HistoryRegister register,
      @Nullable String value,
      @Nullable String late) {
    String path =
        session.mode().path(register.kind(), operation)
            + "?name="
            + register.name()
            + "&value="
            + value
            + (late == null
                ? ""
                : "&late=" + late + "&pause=" + random.nextInt(LONGEST_PAUSE_MILLIS));
    String id = browser.cookie("JSESSIONID");
    long call = System.nanoTime();
    Outcome outcome;
    Map<String, String> lines = Map.of();
    try {
      Response response = browser.get(tomcat.process().port(), path);
      if (response.status() == 200) {
        lines = Visitor.lines(response);
      }
      outcome = outcome(response, lines);
      if (outcome == Outcome.ERROR) {
        lines = Map.of("value", response.status() + " " + firstLine(response.body()));
      }
    } catch (UncheckedIOException e) {
      outcome = e.getCause() instanceof ConnectException ? Outcome.FAILED : Outcome.UNKNOWN;
    }
    file.add(
        new HistoryEntry(
            session,
            number,
            operation,
            register,
            outcome == Outcome.ABSENT && id != null
                ? id.substring(0, SHOWN)
                : value == null ? lines.get("value") : value,
            operation.equals("dump") && outcome == Outcome.OK ? values(lines) : null,
            lines.get("seen"),
            late,
            tomcat.toString(),
            call,
            System.nanoTime(),
            outcome));
    return outcome;
  }

  private static String firstLine(String body) {
    return body.lines().findFirst().orElse("").replaceAll("[^ -~]", "?");
  }

  private static Outcome outcome(Response response, Map<String, String> lines) {
    if (response.status() == 503) {
      return Outcome.REFUSED;
    }
    if (response.status() != 200) {
      return Outcome.ERROR;
    }
    if (lines.containsKey("ended")) {
      return Outcome.ENDED;
    }
    return "true".equals(lines.get("found")) ? Outcome.OK : Outcome.ABSENT;
  }

  private static Map<String, String> values(Map<String, String> lines) {
    Map<String, String> values = new TreeMap<>();
    lines.forEach(
        (name, value) -> {
          if (name.startsWith(VALUE)) {
            values.put(name.substring(VALUE.length()), value);
          }
        });
    return values;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
