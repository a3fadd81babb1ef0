package io.holdfast.benchmarks.parts;

import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.report.BarChart;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Spread;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.FileTree;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Compares the ways to read many files. */
public final class SessionFiles {

  /** The size of each, in bytes. */
  static final int SIZE = 100_000;

  /** Bytes of each read. */
  private static final int LENGTH = 10_000;

  static final List<Integer> THREADS = List.of(1, 2, 3, 4, 5, 6, 7);
  static final List<Integer> FILES = List.of(10, 50, 60, 100);
  private static final List<Integer> THREADS_DRAWN = List.of(1, 4, 7);

  static final String OURS = "Holdfast";
  static final String PLAIN = "plain open and close";
  static final String POOL = "pool of 50";

  /** The ways to read, each for these files. */
  static final Map<String, Way> WAYS = new LinkedHashMap<>();

  static {
    WAYS.put(
        OURS, files -> (file, position, length) -> readAsOurs(files.apply(file), position, length));
    WAYS.put(
        PLAIN,
        files -> (file, position, length) -> readPlainly(files.apply(file), position, length));
    WAYS.put(POOL, files -> new HandlePool(50, files));
  }

  private SessionFiles() {}

  /** Opens a way to read. */
  @FunctionalInterface
  interface Way {
    Reading open(IntFunction<Path> files);
  }

  /** A way to read a part of a file. Thread-safe. */
  @FunctionalInterface
  interface Reading extends Closeable {
    byte[] read(int file, long position, int length) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /** What is read: by so many threads, among so many files. */
  record Load(int threads, int files) {
    @Override
    public String toString() {
      return "%d threads, %d files".formatted(threads, files);
    }
  }

  public static void perform(Run run) throws Exception {
    int rounds = run.effort(3, 2);
    int warmUp = run.effort(20_000, 2_000);
    int reads = run.effort(100_000, 50_000, 2_000);
    List<Load> loads =
        THREADS.stream()
            .flatMap(threads -> FILES.stream().map(files -> new Load(threads, files)))
            .toList();
    try (Written files = Written.create(FILES.get(FILES.size() - 1))) {
      Map<String, Callable<Reading>> ways = new LinkedHashMap<>();
      WAYS.forEach((title, way) -> ways.put(title, () -> way.open(files::path)));
      Figures figures =
          Field.measure(
              run,
              ways,
              new Scenario<>(
                  "files",
                  loads,
                  1,
                  rounds,
                  (reading, load, round) ->
                      Map.of(
                          load.toString(),
                          read(reading, load, round < 1 ? warmUp : reads, 31L * round))));
      run.image("files.svg", chart(figures));
      run.write(
          Run.BENCHMARKS,
          section(run.section(), figures)
              .with("size", "%,d".formatted(SIZE))
              .with("length", "%,d".formatted(LENGTH))
              .with("reads", "%,d".formatted(reads))
              .with("rounds", rounds));
    }
  }

  /** Files in a directory of their own; what stands where can be foretold. */
  record Written(Path directory) implements Closeable {

    static Written create(int count) throws IOException {
      Written files = new Written(Files.createTempDirectory("holdfast-files"));
      for (int file = 0; file < count; file++) {
        byte[] content = new byte[SIZE];
        for (int position = 0; position < SIZE; position++) {
          content[position] = expected(file, position);
        }
        Files.write(files.path(file), content);
      }
      return files;
    }

    private static byte expected(int file, long position) {
      return (byte) (31L * file + position);
    }

    Path path(int file) {
      return directory.resolve("f" + file);
    }

    /** Makes sure that what was read is what stands there. */
    static void check(int file, long position, byte[] read) {
      int last = read.length - 1;
      if (read[0] != expected(file, position) || read[last] != expected(file, position + last)) {
        throw new IllegalStateException("file %d was read wrongly at %d".formatted(file, position));
      }
    }

    @Override
    public void close() {
      FileTree.delete(directory);
    }
  }

  /** A stream, which does not follow a symbolic link. */
  private static byte[] readAsOurs(Path path, long position, int length) throws IOException {
    try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
      in.skipNBytes(position);
      return in.readNBytes(length);
    }
  }

  private static byte[] readPlainly(Path path, long position, int length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] bytes = new byte[length];
      file.seek(position);
      file.readFully(bytes);
      return bytes;
    }
  }

  /** Reads so many times at random places, all threads together. */
  static Turn read(Reading reading, Load load, int reads, long seed)
      throws IOException, InterruptedException {
    int share = (reads + load.threads - 1) / load.threads;
    long start = System.nanoTime();
    Crowd.sideBySide(
        load.threads,
        number -> {
          SplittableRandom random = new SplittableRandom(seed + number);
          for (int i = 0; i < share; i++) {
            int file = random.nextInt(load.files);
            int position = random.nextInt(SIZE - LENGTH);
            Written.check(file, position, reading.read(file, position, LENGTH));
          }
        });
    return Turn.of((long) share * load.threads, (System.nanoTime() - start) / 1e9, Double.NaN);
  }

  private static BarChart chart(Figures figures) {
    List<String> drawn =
        THREADS_DRAWN.stream()
            .flatMap(threads -> FILES.stream().map(files -> new Load(threads, files).toString()))
            .toList();
    return new Comparison(figures, List.copyOf(WAYS.keySet()), OURS, drawn)
        .chart(Turn::rate, "reads a second", "%,.0f");
  }

  static Section section(Section section, Figures figures) {
    List<String> rows =
        THREADS.stream()
            .flatMap(threads -> WAYS.keySet().stream().map(way -> threads + " | " + way))
            .toList();
    List<String> columns =
        Stream.concat(FILES.stream().map(files -> files + " files"), Stream.of("slowest ÷ fastest"))
            .toList();
    return section
        .withRatio("ours", steadiness(figures, OURS))
        .withRatio("plain", steadiness(figures, PLAIN))
        .withRatio("pool", steadiness(figures, POOL))
        .with(
            "rates",
            Table.grid(
                "threads |",
                rows,
                columns,
                (row, column) -> {
                  String[] heads = row.split(" \\| ", 2);
                  int threads = Integer.parseInt(heads[0]);
                  int place = columns.indexOf(column);
                  return place < FILES.size()
                      ? cell(figures, heads[1], new Load(threads, FILES.get(place)))
                      : "%.2f".formatted(steadiness(figures, heads[1], threads));
                }));
  }

  private static String cell(Figures figures, String way, Load load) {
    String subject = load.toString();
    String rate = "%,.0f".formatted(figures.of(way, subject, Turn::rate).median());
    return way.equals(OURS)
        ? rate
        : rate
            + " (%.2f)".formatted(figures.ratio(way, OURS, List.of(subject), Turn::rate).median());
  }

  /** The slowest number of files divided by the fastest, with as many threads. */
  private static double steadiness(Figures figures, String way, int threads) {
    Spread spread =
        Spread.of(
            FILES.stream()
                .map(files -> new Load(threads, files).toString())
                .map(load -> figures.of(way, load, Turn::rate).median())
                .toList());
    return spread.least() / spread.most();
  }

  /** The least of these, over all numbers of threads. */
  private static double steadiness(Figures figures, String way) {
    return THREADS.stream()
        .mapToDouble(threads -> steadiness(figures, way, threads))
        .min()
        .orElse(0);
  }
}
