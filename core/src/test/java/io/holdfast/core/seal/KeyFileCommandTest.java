package io.holdfast.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.process.Jdk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyFileCommandTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void makeThenAFileOfItsOwnerThatCanBeUsed() throws IOException {
    assertEquals(0, run("make"));

    assertEquals(List.of("k1"), ids());
    assertEquals("rw-------", PosixFilePermissions.toString(permissions()));
    assertFalse(printed(out).contains(Files.readString(file()).substring(3, 20)));
  }

  @Test
  void makeWhenTwiceThenTheFirstStays() throws IOException {
    assertEquals(0, run("make", "a"));
    String before = Files.readString(file());

    assertEquals(1, run("make", "a"));

    assertEquals(before, Files.readString(file()));
    assertTrue(printed(err).contains("it is there already"), printed(err));
  }

  /** The largest file may have no byte, as on a disk that is full. */
  @ParameterizedTest
  @CsvSource({"make, false", "add, true", "first, true"})
  void commandWhenNothingCanBeWrittenThenTheKeysStayAndNothingElseIsLeft(
      String verb, boolean isThere) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "ulimit is a command of a shell");
    if (isThere) {
      Files.writeString(file(), TestKeys.text(1, 2));
      Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    }
    ChildProcess child =
        ChildProcess.start(
            "keys",
            new ProcessBuilder(
                    "/bin/sh",
                    "-c",
                    "ulimit -f 0; exec \"$0\" -XX:-UsePerfData -cp \"$1\" \"$2\" \"$3\" \"$4\" \"$5\"",
                    Jdk.running().java().toString(),
                    System.getProperty("java.class.path"),
                    KeyFileCommand.class.getName(),
                    verb,
                    file().toString(),
                    verb.equals("first") ? "k2" : "k3")
                .redirectErrorStream(true));

    assertEquals(1, child.join(Duration.ofSeconds(60)));

    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(isThere ? List.of(file()) : List.of(), left.toList());
    }
    if (isThere) {
      assertEquals(TestKeys.text(1, 2), Files.readString(file()));
    }
  }

  @Test
  void keysWhenChangedThenCommentsStayWhereTheyAre() throws IOException {
    assertEquals(0, run("make", "old"));
    String old = Files.readString(file());
    Files.writeString(file(), "# of the shop\n\n" + old + "# next year: #3\n");

    assertEquals(0, run("add", "new"));
    assertEquals(0, run("first", "new"));

    List<String> lines = Files.readAllLines(file());
    assertEquals("# of the shop", lines.get(0));
    assertTrue(lines.get(2).startsWith("new:"), "the second key is not the first");
    assertEquals(old.strip(), lines.get(3));
    assertEquals("# next year: #3", lines.get(4));
    assertEquals(List.of("new", "old"), ids());
  }

  @Test
  void keysWhenChangedOneAfterTheOtherThenNoneThatIsNeededIsLost() throws IOException {
    assertEquals(0, run("make", "old"));
    String old = Files.readString(file());

    assertEquals(0, run("add", "new"));
    assertEquals(List.of("old", "new"), ids());
    assertEquals(0, run("first", "new"));
    assertEquals(List.of("new", "old"), ids());
    assertTrue(Files.readString(file()).contains(old.strip()));
    assertEquals(0, run("remove", "old"));
    assertEquals(List.of("new"), ids());

    assertEquals("rw-------", PosixFilePermissions.toString(permissions()));
    assertNotEquals(old, Files.readString(file()));
    assertEquals(0, run("list"));
    assertTrue(printed(out).endsWith("new seals; all that open: new\n"), printed(out));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(file()), left.toList());
    }
  }

  /** Else Tomcat could not read it, and its applications would not start any more. */
  @ParameterizedTest
  @ValueSource(strings = {"add k3", "first k2", "remove k2"})
  void keysWhenRootChangesTheFileOfTomcatThenItStaysTomcats(String command) throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
    assertEquals(0, run("make"));
    assertEquals(0, run("add", "k2"));
    UserPrincipal tomcat =
        file().getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Files.setOwner(file(), tomcat);

    assertEquals(0, run(command.split(" ")), printed(err));

    assertEquals(tomcat, Files.getOwner(file()));
    assertEquals("rw-------", PosixFilePermissions.toString(permissions()));
  }

  @Test
  void keysWhenAFormerCommandWasInterruptedThenSaysWhatToDelete() throws IOException {
    assertEquals(0, run("make"));
    String before = Files.readString(file());
    Path left = Files.writeString(folder.resolve(file().getFileName() + ".new"), "k1:");

    assertEquals(1, run("add", "k2"));

    assertEquals(before, Files.readString(file()));
    assertTrue(Files.exists(left));
    assertTrue(printed(err).contains(".new is there: another command is at work"), printed(err));
  }

  @ParameterizedTest
  @ValueSource(strings = {"add k1", "add a/b", "first k2", "remove k2", "remove k1"})
  void keysWhenItCannotBeDoneThenTheFileStays(String command) throws IOException {
    assertEquals(0, run("make"));
    String before = Files.readString(file());

    assertEquals(1, run(command.split(" ")));

    assertEquals(before, Files.readString(file()));
    assertFalse(printed(err).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "make", "destroy x", "list a b", "add x"})
  void runWhenItIsNoCommandThenTheCommandsAreTold(String arguments) {
    int status = KeyFileCommand.run(List.of(arguments.split(" ")), stream(out), stream(err));

    assertEquals(2, status);
    assertTrue(printed(err).startsWith("make FILE [ID]"), printed(err));
  }

  private int run(String command, String... more) {
    List<String> arguments =
        Stream.concat(Stream.of(command, file().toString()), Stream.of(more)).toList();
    return KeyFileCommand.run(arguments, stream(out), stream(err));
  }

  private int run(String[] words) {
    return run(words[0], words[1]);
  }

  private Path file() {
    return folder.resolve("keys");
  }

  private List<String> ids() {
    return KeyFile.open(file(), () -> 0).now().ids();
  }

  private Set<PosixFilePermission> permissions() throws IOException {
    return Files.getPosixFilePermissions(file());
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  private static String printed(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
