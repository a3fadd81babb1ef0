package io.holdfast.core.seal;

import io.holdfast.core.config.OwnerOnly;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** Makes a key file, and changes the keys of one. Prints names of keys, never a key. */
public final class KeyFileCommand {

  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private static final String FIRST_ID = "k1";
  private static final String USAGE =
      """
      make FILE [ID]     a new key file with one key, k1 unless named
      add FILE ID        one more key, at the end: it opens, and does not seal yet
      first FILE ID      lets a key seal
      remove FILE ID     removes a key, which must not be the first
      list FILE          the names of the keys; the first one seals
      """;

  private final SecureRandom random = new SecureRandom();
  private final PrintStream out;

  private KeyFileCommand(PrintStream out) {
    this.out = out;
  }

  /** Performs a command; ends with status 0, with 1 if it cannot be done, with 2 if it is none. */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  /** Performs a command: 0 if it was done, 1 if it cannot be, 2 if there is no such command. */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    KeyFileCommand command = new KeyFileCommand(out);
    try {
      boolean isCommand = arguments.size() >= 2 && command.perform(arguments);
      if (!isCommand) {
        err.print(USAGE);
      }
      return isCommand ? 0 : 2;
    } catch (IllegalArgumentException e) {
      err.println(arguments.get(1) + ": " + e.getMessage());
    } catch (FileAlreadyExistsException e) {
      err.println(e.getFile() + ": it is there already; add a key to it, or name another");
    } catch (IOException e) {
      err.println(arguments.get(1) + ": " + e);
    }
    return 1;
  }

  private boolean perform(List<String> arguments) throws IOException {
    Path file = Path.of(arguments.get(1));
    String id = arguments.size() > 2 ? arguments.get(2) : "";
    switch (arguments.get(0) + " " + arguments.size()) {
      case "make 2" -> make(file, FIRST_ID);
      case "make 3" -> make(file, id);
      case "add 3" -> write(file, with(read(file), id));
      case "first 3" -> write(file, moved(read(file), id));
      case "remove 3" -> write(file, without(read(file), id));
      case "list 2" -> print(file, read(file));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void make(Path file, String id) throws IOException {
    byte[] text = text(List.of(newKey(id)));
    Path made = newFile(file);
    try {
      Files.write(made, text);
    } catch (IOException e) { // the disk is full: a file without a key would be in the way
      Files.deleteIfExists(made);
      throw e;
    }
    print(file, read(file));
  }

  private static Path newFile(Path file) throws IOException {
    Files.newByteChannel(file, NEW, OwnerOnly.file(file)).close();
    return file;
  }

  /** The lines of a file that is in order. */
  private static List<String> read(Path file) throws IOException {
    var unused = KeyFile.open(file, System::nanoTime);
    return Files.readAllLines(file).stream().map(String::strip).toList();
  }

  private void write(Path file, List<String> lines) throws IOException {
    Path whole = file.toRealPath();
    Path beside = whole.resolveSibling(whole.getFileName() + ".new");
    try {
      var unused = newFile(beside);
    } catch (FileAlreadyExistsException e) {
      throw new IllegalArgumentException(
          "%s is there: another command is at work, or was interrupted; delete it then"
              .formatted(beside.getFileName()));
    }
    try {
      Files.write(beside, text(lines));
      UserPrincipal owner = Files.getOwner(whole);
      if (!owner.equals(Files.getOwner(beside))) { // root often runs this command
        Files.setOwner(beside, owner);
      }
      try {
        Files.move(beside, whole, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(beside, whole, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(beside);
    }
    print(file, lines);
  }

  private static byte[] text(List<String> lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private String newKey(String id) {
    if (!SealingKey.isId(id)) {
      throw new IllegalArgumentException(
          "an id has 1 to %d letters, digits, dots, dashes and underscores, not %s"
              .formatted(SealingKey.LONGEST_ID, id));
    }
    byte[] key = new byte[Xaes256Gcm.KEY_BYTES];
    random.nextBytes(key);
    return id + ":" + Base64.getEncoder().encodeToString(key);
  }

  private List<String> with(List<String> lines, String id) {
    if (ids(lines).contains(id)) {
      throw new IllegalArgumentException("there is a key %s already".formatted(id));
    }
    List<String> more = new ArrayList<>(lines);
    more.add(newKey(id));
    return more;
  }

  private static List<String> moved(List<String> lines, String id) {
    String line = find(lines, id);
    List<String> moved = new ArrayList<>(lines);
    moved.remove(line);
    moved.add(lines.indexOf(keys(lines).get(0)), line);
    return moved;
  }

  private static List<String> without(List<String> lines, String id) {
    String line = find(lines, id);
    if (keys(lines).get(0).equals(line)) {
      throw new IllegalArgumentException(
          "%s seals; let another key be the first before".formatted(id));
    }
    List<String> fewer = new ArrayList<>(lines);
    fewer.remove(line);
    return fewer;
  }

  private static String find(List<String> lines, String id) {
    return keys(lines).stream()
        .filter(line -> idOf(line).equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no key " + id));
  }

  /** Without empty lines and comments. */
  private static List<String> keys(List<String> lines) {
    return lines.stream().filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
  }

  private static List<String> ids(List<String> lines) {
    return keys(lines).stream().map(KeyFileCommand::idOf).toList();
  }

  private static String idOf(String line) {
    return line.substring(0, line.indexOf(':')).strip();
  }

  private void print(Path file, List<String> lines) {
    List<String> ids = ids(lines);
    out.println(file + ": " + ids.get(0) + " seals; all that open: " + String.join(", ", ids));
  }
}
