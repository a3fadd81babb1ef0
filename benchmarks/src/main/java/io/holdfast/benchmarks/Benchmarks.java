package io.holdfast.benchmarks;

import io.holdfast.benchmarks.beans.Beans;
import io.holdfast.benchmarks.engine.Experiment;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.floor.Floor;
import io.holdfast.benchmarks.parts.Clients;
import io.holdfast.benchmarks.parts.SessionFiles;
import io.holdfast.benchmarks.peers.Cold;
import io.holdfast.benchmarks.peers.Peers;
import io.holdfast.benchmarks.serializers.Serializers;
import io.holdfast.benchmarks.tickets.Visits;
import io.holdfast.benchmarks.tomcat.Budget;
import io.holdfast.benchmarks.tomcat.Growth;
import io.holdfast.benchmarks.tomcat.Many;
import io.holdfast.benchmarks.tomcat.Modes;
import io.holdfast.benchmarks.tomcat.Versions;
import io.holdfast.benchmarks.tomcat.VirtualThreads;
import java.util.List;
import java.util.Map;

/** Runs an experiment by its name, as {@code benchmarks/run} does. */
public final class Benchmarks {

  private static final Map<String, Experiment> EXPERIMENTS =
      Map.ofEntries(
          Map.entry("budget", Budget::perform),
          Map.entry("cold", Cold::perform),
          Map.entry("growth", Growth::perform),
          Map.entry("many", Many::perform),
          Map.entry("modes", Modes::perform),
          Map.entry("peers", Peers::perform),
          Map.entry("beans", Beans::perform),
          Map.entry("tickets", Visits::perform),
          Map.entry("clients", Clients::perform),
          Map.entry("files", SessionFiles::perform),
          Map.entry("floor", Floor::perform),
          Map.entry("versions", Versions::perform),
          Map.entry("virtual", VirtualThreads::perform),
          Map.entry("serializers", Serializers::perform));

  private Benchmarks() {}

  /**
   * Runs it.
   *
   * @param arguments its name, and possibly {@code --brief} or {@code --quick}
   */
  public static void main(String[] arguments) throws Exception {
    String name = arguments.length == 0 ? "" : arguments[0];
    Experiment experiment = EXPERIMENTS.get(name);
    if (experiment == null) {
      throw new IllegalArgumentException("There is no experiment of this name: " + name);
    }
    experiment.perform(new Run(name, Run.Extent.of(List.of(arguments))));
  }
}
