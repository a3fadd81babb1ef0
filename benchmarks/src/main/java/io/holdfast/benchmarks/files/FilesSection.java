package io.holdfast.benchmarks.files;

import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section of the document: what was done, one table, one chart. */
final class FilesSection {

  static final String IMAGE = "files.svg";

  private final Figures figures;
  private final Effort effort;
  private final String machine;

  FilesSection(Figures figures, Effort effort, String machine) {
    this.figures = figures;
    this.effort = effort;
    this.machine = machine;
  }

  @Override
  public String toString() {
    return """
        ## Sessions in files

        The experiment of WICKET-3788: one to seven threads open a random one of 10, 50, 60 or 100 files of
        %,d bytes, read %,d bytes at a random place, and close it, %,d times in all. Each figure is the
        median of %d rounds, in which everybody takes turns. "Holdfast" is the class that sessions in files
        (`spillDirectory`) are read with: a channel for each read, no state between two. "Plain open and
        close" is a `RandomAccessFile` for each read. "Pool of 50" keeps the 50 files open that were used
        last, under one lock, and reads outside of it; 10 and 50 files fit, 60 and 100 do not. What is read
        is looked at, and the files are in the page cache.

        What the number of files makes of it, with the same number of threads: at the worst, the slowest
        figure of ours is %.2f of the fastest, of the plain way %.2f, of the pool %.2f. A pool saves the opening
        of what it has, and loses that when there are more files than room; a session's file is read once,
        so there is nothing to save.

        %s
        ![Reads a second](images/%s)

        Reads a second; of the others, divided by ours of the same round in brackets. The last column is the
        slowest number of files divided by the fastest.

        %s
        """
        .formatted(
            ActiveFiles.SIZE,
            Readers.LENGTH,
            effort.operations(),
            effort.rounds(),
            figures.steadiness(Access.HOLDFAST),
            figures.steadiness(Access.PLAIN),
            figures.steadiness(Access.POOL),
            machine,
            IMAGE,
            table());
  }

  private String table() {
    return line("threads", "", files -> files + " files", "slowest ÷ fastest")
        + line("---:", "---", files -> "---:", "---:")
        + Figures.THREADS.stream().map(this::rows).collect(Collectors.joining());
  }

  private String rows(int threads) {
    return Stream.of(Access.values())
        .map(
            access ->
                line(
                    Integer.toString(threads),
                    access.title(),
                    files -> figure(new Cell(access, threads, files)),
                    "%.2f".formatted(figures.steadiness(access, threads))))
        .collect(Collectors.joining());
  }

  private String figure(Cell cell) {
    String reads = "%,.0f".formatted(figures.of(cell));
    return cell.access() == Access.HOLDFAST
        ? reads
        : reads + " (%.2f)".formatted(figures.byOurs(cell));
  }

  private static String line(
      String first, String second, Function<Integer, String> content, String last) {
    return Figures.FILES.stream()
        .map(content)
        .collect(
            Collectors.joining(
                " | ", "| " + first + " | " + second + " | ", " | " + last + " |\n"));
  }
}
