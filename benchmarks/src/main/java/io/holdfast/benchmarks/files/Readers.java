package io.holdfast.benchmarks.files;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that read at random. */
final class Readers implements AutoCloseable {

  /** Bytes of each read. */
  static final int LENGTH = 10_000;

  /** The most threads that read side by side. */
  static final int MOST = 7;

  private final ExecutorService threads = Executors.newFixedThreadPool(MOST);

  /**
   * Reads as a cell says.
   *
   * @param operations of all threads together
   * @return operations a second
   */
  double read(Cell cell, Reading reading, int operations, long seed) throws Exception {
    CyclicBarrier together = new CyclicBarrier(cell.threads() + 1);
    SplittableRandom random = new SplittableRandom(seed);
    List<Future<Integer>> shares = new ArrayList<>();
    for (int i = 0; i < cell.threads(); i++) {
      int share = operations / cell.threads() + (i < operations % cell.threads() ? 1 : 0);
      SplittableRandom own = random.split();
      shares.add(
          threads.submit(
              () -> {
                together.await();
                return readAlone(reading, cell.files(), share, own);
              }));
    }
    together.await();
    long start = System.nanoTime();
    int done = 0;
    for (Future<Integer> share : shares) {
      done += share.get();
    }
    return done / ((System.nanoTime() - start) / 1e9);
  }

  private static int readAlone(Reading reading, int files, int operations, SplittableRandom random)
      throws Exception {
    for (int i = 0; i < operations; i++) {
      int file = random.nextInt(files);
      int position = random.nextInt(ActiveFiles.SIZE - LENGTH);
      ActiveFiles.check(file, position, reading.read(file, position, LENGTH));
    }
    return operations;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
