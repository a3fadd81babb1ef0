package io.holdfast.benchmarks.files;

import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Compares the ways to read many files. They take turns at each number of threads and files. */
final class FilesMeasurement {

  private final Path root;
  private final Effort effort;
  private final Figures figures = new Figures();
  private final Progress progress;

  private FilesMeasurement(Path root, Effort effort) {
    this.root = root;
    this.effort = effort;
    this.progress =
        new Progress(
            "files", (effort.rounds() + 1) * Figures.THREADS.size() * Figures.FILES.size());
  }

  public static void main(String[] arguments) throws Exception {
    boolean quick = List.of(arguments).contains("--quick");
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    new FilesMeasurement(root, quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run files --quick" : "benchmarks/run files");
  }

  private void run(String command) throws Exception {
    String loadBefore = WebAppContext.loadAverage();
    int most = Collections.max(Figures.FILES);
    try (ActiveFiles files = ActiveFiles.create(most);
        Readers readers = new Readers()) {
      round(files, readers, 0, effort.warmUp(), new Figures());
      for (int round = 1; round <= effort.rounds(); round++) {
        round(files, readers, round, effort.operations(), figures);
      }
    }
    write(WebAppContext.machine(command, loadBefore));
  }

  /** Every second round in the other order; the one before the first is to warm up. */
  private void round(ActiveFiles files, Readers readers, int round, int operations, Figures into)
      throws Exception {
    List<Access> order = new ArrayList<>(List.of(Access.values()));
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    for (int threads : Figures.THREADS) {
      for (int count : Figures.FILES) {
        StringBuilder line = new StringBuilder();
        for (Access access : order) {
          Cell cell = new Cell(access, threads, count);
          try (Reading reading = access.of(files)) {
            double rate = readers.read(cell, reading, operations, 31L * round + threads);
            into.add(cell, rate);
            line.append(", %s %,.0f/s".formatted(access.title(), rate));
          }
        }
        String name = round == 0 ? "warming up" : "round " + round;
        progress.step("%s, %d threads, %d files%s".formatted(name, threads, count, line));
      }
    }
  }

  private void write(String machine) throws IOException {
    Files.writeString(
        root.resolve("docs/images").resolve(FilesSection.IMAGE), FilesChart.of(figures));
    MeasurementsDocument.ofBenchmarks(root)
        .replace("files", new FilesSection(figures, effort, machine).toString());
    progress.say("see docs/benchmarks.md");
  }
}
