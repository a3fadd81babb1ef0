package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangeNotesTest {

  /** Their hashes are the same, so they stand side by side. */
  private static final Set<String> SAME_HASH = Set.of("AaAa", "AaBB", "BBAa", "BBBB");

  private final ChangeNotes notes = new ChangeNotes();

  @Test
  void containsWhenNothingIsNotedThenNothing() {
    assertTrue(notes.isEmpty());
    assertFalse(notes.contains(""));
    assertEquals(Set.of(), notes.names());
  }

  @Test
  void addWhenManyNamesThenEachIsNoted() {
    Set<String> many = names(1_000);

    many.forEach(notes::add);

    assertEquals(many, notes.names());
    many.forEach(name -> assertTrue(notes.contains(name)));
    assertFalse(notes.contains("name1000"));
  }

  @Test
  void addWhenHashesAreTheSameThenEachNameIsNoted() {
    notes.addAll(SAME_HASH);
    notes.addAll(SAME_HASH);

    assertEquals(SAME_HASH, notes.names());
    notes.removeAll(new String[] {"AaBB"});
    assertFalse(notes.contains("AaBB"));
    assertTrue(notes.contains("BBBB"));
  }

  @Test
  void removeAllWhenOthersAreNotedThenTheyStay() {
    notes.addAll(names(20));

    notes.removeAll(names(19).toArray(String[]::new));

    assertEquals(Set.of("name19"), notes.names());
    notes.removeAll(new String[] {"name19", "other"});
    assertTrue(notes.isEmpty());
  }

  @Test
  void endWhenAnAttributeWasSetThenTheNameIsNotedAndNobodyIsSetting() {
    notes.begin("a");
    assertTrue(notes.isSetting());

    notes.end();

    assertFalse(notes.isSetting());
    assertEquals(1, notes.sets());
    assertTrue(notes.contains("a"));
  }

  /** Who asks without the lock must never see a name that was not added, nor miss its own. */
  @Test
  void containsWhenOthersAddAndRemoveThenOwnNamesAreSeen() throws Exception {
    int threads = 4;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch begin = new CountDownLatch(threads);
      List<Future<?>> all =
          IntStream.range(0, threads)
              .<Future<?>>mapToObj(thread -> executor.submit(() -> useOwn(thread, begin)))
              .toList();
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      executor.shutdownNow();
    }

    assertEquals(Set.of(), notes.names());
    assertFalse(notes.isSetting());
  }

  private Void useOwn(int thread, CountDownLatch begin) throws InterruptedException {
    begin.countDown();
    begin.await();
    for (int round = 0; round < 2_000; round++) {
      Set<String> own = Set.of(thread + "a" + round, thread + "b" + round, thread + "c" + round);
      own.forEach(name -> assertFalse(notes.contains(name)));
      own.forEach(notes::add);
      own.forEach(name -> assertTrue(notes.contains(name)));
      assertFalse(notes.isEmpty());
      notes.removeAll(own.toArray(String[]::new));
      own.forEach(name -> assertFalse(notes.contains(name)));
    }
    return null;
  }

  private static Set<String> names(int count) {
    Set<String> names = new HashSet<>();
    IntStream.range(0, count).forEach(number -> names.add("name" + number));
    return names;
  }
}
