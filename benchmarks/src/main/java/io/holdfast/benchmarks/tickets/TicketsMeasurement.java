package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import io.holdfast.benchmarks.tickets.server.TicketForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Compares the forms of tickets. Their servers run side by side and are visited in turn, so that
 * whatever else the machine does meets all of them.
 */
final class TicketsMeasurement {

  private final Path root;
  private final Effort effort;
  private final Figures figures = new Figures();
  private final Progress progress;

  private TicketsMeasurement(Path root, Effort effort) {
    this.root = root;
    this.effort = effort;
    this.progress =
        new Progress("tickets", TicketForm.values().length * (effort.warmUps() + effort.rounds()));
  }

  public static void main(String[] arguments) throws Exception {
    boolean quick = List.of(arguments).contains("--quick");
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    new TicketsMeasurement(root, quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run tickets --quick" : "benchmarks/run tickets");
  }

  private void run(String command) throws IOException, InterruptedException {
    String loadBefore = WebAppContext.loadAverage();
    Map<TicketForm, Site> sites = new EnumMap<>(TicketForm.class);
    try {
      for (TicketForm form : TicketForm.values()) {
        Path directory = root.resolve("benchmarks/target/tickets");
        sites.put(form, Site.open(form, directory, effort.users()));
        progress.say("started: " + form.title());
      }
      for (int i = 0; i < effort.warmUps(); i++) {
        round(sites, i, new Figures(), "warming up");
      }
      for (int i = 0; i < effort.rounds(); i++) {
        round(sites, i, figures, "round " + (i + 1));
      }
      for (Map.Entry<TicketForm, Site> site : sites.entrySet()) {
        figures.add(site.getKey(), site.getValue().sizes());
      }
      String memcached =
          Objects.requireNonNull(sites.get(TicketForm.SPYMEMCACHED)).memcachedVersion();
      write(WebAppContext.machine(command, loadBefore), memcached);
    } finally {
      for (Site site : sites.values()) {
        site.close();
      }
    }
  }

  /** Every second round in the other order. */
  private void round(Map<TicketForm, Site> sites, int number, Figures into, String name)
      throws IOException, InterruptedException {
    List<TicketForm> order = new ArrayList<>(List.of(TicketForm.values()));
    if (number % 2 == 1) {
      Collections.reverse(order);
    }
    for (TicketForm form : order) {
      Turn turn = Objects.requireNonNull(sites.get(form)).visit(effort.visits());
      into.add(form, turn);
      progress.step(
          "%s, %s: %,.0f requests/s, %.2f ms of processors for each visit"
              .formatted(name, form.title(), turn.rate(), turn.cpuMillis()));
    }
  }

  private void write(String machine, String memcached) throws IOException {
    Files.writeString(
        root.resolve("docs/images").resolve(TicketsSection.IMAGE), TicketsChart.of(figures));
    MeasurementsDocument.ofBenchmarks(root)
        .replace("tickets", new TicketsSection(figures, effort, machine, memcached).toString());
    progress.say("see docs/benchmarks.md");
  }
}
