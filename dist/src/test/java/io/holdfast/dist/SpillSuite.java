package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tomcats that shut down normally while the store is away, with a directory for what it cannot
 * take.
 */
abstract class SpillSuite extends ClusterSuite {

  private static final Duration BACK = Duration.ofSeconds(60);
  private static final String OWN = "${catalina.base}/spill";

  private final Path common = directory("rwx------");
  private final Path open = directory("rwxrwxrwx");

  @Override
  final List<ContextXml> contexts() {
    List<ContextXml> contexts =
        new ArrayList<>(
            Mode.each(
                spilling("app", OWN), spilling("common", common.toString()), impatient("plain")));
    contexts.add(spilling("unsafe", open.toString()));
    return contexts;
  }

  private static ContextXml spilling(String name, String directory) {
    return impatient(name).manager("spillDirectory", directory);
  }

  private static ContextXml impatient(String name) {
    return ContextXml.named(name).manager("operationTimeout", "300");
  }

  private static Path directory(String permissions) {
    try {
      Path directory = Files.createTempDirectory(TestFolder.path(), "s");
      return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Without a directory there is no file, and they are lost. One test for what follows too, since
   * restarts are what takes time: the files are put back, and are older than what the store has.
   */
  @Test
  void sessionsWhenTheStoreIsAwayAtTheStopAndAtTheStartThenAreThereIfThereIsADirectory()
      throws IOException {
    Collection<Visitor> visitors = Mode.visitors("app").values();
    Collection<Visitor> others = Mode.visitors("plain").values();
    Visitor shared = new Visitor("common");
    visitors.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=apple"));
    visitors.forEach(visitor -> Await.until("stored", () -> cluster().isStored(visitor.id())));

    cluster().nodes().forEach(MemcachedNode::kill);
    visitors.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=pear"));
    others.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=pear"));
    shared.ask(t1(), "set?name=fruit&value=pear");
    Visitor late = shared.copy();
    t1().stop();
    Map<String, Path> files = sessions(ownDirectory());
    Map<Path, byte[]> contents = contents(files.values());
    Set<String> permissions = permissions(files.values());
    Set<String> kept = new TreeSet<>(sessions(t1().base()).keySet());
    String there = shared.value(t2(), "get?name=fruit");
    t1().start();
    List<String> fruits = fruits(visitors, t1());

    kept.retainAll(keys(others));
    assertEquals(Set.of(), kept);
    assertEquals(List.of("null", "null"), fruits(others, t1()));
    assertTrue(files.keySet().containsAll(keys(visitors)), files::toString);
    assertEquals(Set.of("rw-------"), permissions);
    assertEquals(List.of("pear", "pear"), fruits);
    assertEquals("pear", there, "by a Tomcat that shares the directory");
    assertEquals("pear", late.value(t1(), "get?name=fruit"));
    cluster().nodes().forEach(MemcachedNode::start);
    assertAllAreStoredAgain(visitors);
    cluster().awaitNodesSeen(visitors.stream().map(Visitor::context).toList());
    assertNewerRecordsWin(visitors, contents);
  }

  private void assertNewerRecordsWin(Collection<Visitor> visitors, Map<Path, byte[]> files)
      throws IOException {
    visitors.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=cherry"));
    t1().stop();
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      Files.write(file.getKey(), file.getValue());
    }
    t1().start();

    assertEquals(List.of("cherry", "cherry"), fruits(visitors, t1()));
    Await.until("no file is left", BACK, () -> sessions(ownDirectory()).isEmpty());
  }

  @Test
  void sessionsWhenTheStoreIsBackBeforeTheStartThenAreStored() {
    Collection<Visitor> visitors = Mode.visitors("app").values();
    cluster().nodes().forEach(MemcachedNode::kill);
    visitors.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=pear"));
    t1().stop();
    cluster().nodes().forEach(MemcachedNode::start);
    t1().start();

    assertAllAreStoredAgain(visitors);
    assertEquals(List.of("pear", "pear"), fruits(visitors, t1()));
  }

  /** Without a request. */
  private void assertAllAreStoredAgain(Collection<Visitor> visitors) {
    visitors.forEach(
        visitor -> Await.until("stored again", BACK, () -> cluster().isStored(visitor.id())));
    Await.until("no file is left", BACK, () -> sessions(ownDirectory()).isEmpty());
  }

  @Test
  void contextWhenOthersHaveAccessToItsDirectoryThenStopsAndSaysWhatIsRight() {
    assertEquals(404, new Browser().get(t1().port(), "/unsafe/probe/info").status());
    assertTrue(t1().logs().contains("use chmod 700 " + open), t1()::logs);
  }

  private static List<String> fruits(Collection<Visitor> visitors, TomcatProcess tomcat) {
    return visitors.stream().map(visitor -> visitor.value(tomcat, "get?name=fruit")).toList();
  }

  private Path ownDirectory() {
    return t1().base().resolve("spill");
  }

  private static List<String> keys(Collection<Visitor> visitors) {
    return visitors.stream().map(visitor -> Cluster.key(visitor.id())).toList();
  }

  private static Map<Path, byte[]> contents(Collection<Path> files) throws IOException {
    Map<Path, byte[]> contents = new TreeMap<>();
    for (Path file : files) {
      contents.put(file, Files.readAllBytes(file));
    }
    return contents;
  }

  private static Set<String> permissions(Collection<Path> files) {
    Set<String> permissions = new TreeSet<>();
    try {
      for (Path file : files) {
        permissions.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return permissions;
  }

  /** The files below a directory by the key of the session that is in them. */
  private static Map<String, Path> sessions(Path directory) {
    Map<String, Path> sessions = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".session")).toList()) {
        byte[] record = Files.readAllBytes(file);
        sessions.put(new RecordCodec("java").decode(record).id().base(), file);
      }
    } catch (NoSuchFileException | UncheckedIOException e) {
      return sessions(directory); // a file went away meanwhile: look again
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sessions;
  }
}
