package io.holdfast.doctor;

import io.holdfast.core.config.OwnerOnly;
import io.holdfast.doctor.compare.Comparison;
import io.holdfast.doctor.finding.Findings;
import io.holdfast.doctor.node.Nodes;
import io.holdfast.doctor.tomcat.ManagerCheck;
import io.holdfast.doctor.tomcat.ManagerCheck.Checked;
import io.holdfast.doctor.tomcat.Tomcat;
import io.holdfast.doctor.tomcat.Translation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Examines an installation, and says what is wrong and what would be right. Prints no password.
 *
 * <pre>
 * --nodes NODES [NAME=VALUE...]    asks memcached nodes
 * --tomcat DIR [--home DIR]        looks at a Tomcat, and asks the nodes that it names
 * --translate FILE [--to FILE]     writes a context.xml of memcached-session-manager as Holdfast's
 * --compare OLD.war NEW.war        compares the classes of two versions of an application
 * </pre>
 */
public final class Doctor {

  /** What the client library and Holdfast's own classes log is said as a finding. */
  private static final List<Logger> LOGGERS =
      List.of(Logger.getLogger("io.holdfast"), Logger.getLogger("net.spy"));

  private final PrintStream out;
  private final PrintStream err;
  private final Findings findings;

  private Doctor(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
    this.findings = new Findings(out);
  }

  /**
   * Performs a command; ends with status 0 if nothing is wrong, with 1 if something is, with 2 if
   * it is no command.
   */
  public static void main(String[] arguments) {
    LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  /** The same, without ending the process; returns the status. */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.equals(List.of("--help"))) {
      out.print(CommandLine.USAGE);
      return 0;
    }
    try {
      CommandLine command = CommandLine.parse(arguments);
      return new Doctor(out, err).perform(command) ? 0 : 1;
    } catch (CommandLine.Refused e) {
      err.println(e.getMessage());
      err.print(CommandLine.USAGE);
      return 2;
    } catch (FileAlreadyExistsException e) {
      err.println(e.getFile() + ": it is there already; name another");
    } catch (IOException e) {
      err.println("cannot go on: " + e);
    }
    return 1;
  }

  private boolean perform(CommandLine command) throws IOException {
    if (command.translated() != null) {
      return translate(command.translated(), command.to());
    }
    if (command.oldWar() != null && command.newWar() != null) {
      new Comparison(findings, command.attributes()).compare(command.oldWar(), command.newWar());
      findings.sum();
      return findings.isWell();
    }
    Map<String, Checked> configurations = new LinkedHashMap<>();
    if (command.nodes() != null) {
      Checked given =
          new ManagerCheck(findings, System::nanoTime, "").check("--nodes", command.attributes());
      if (given != null) {
        configurations.put("--nodes", given);
      }
    }
    if (command.tomcat() != null) {
      Path home = command.home() == null ? command.tomcat() : command.home();
      configurations.putAll(
          new Tomcat(command.tomcat(), home, findings, System::nanoTime, System::getProperty)
              .examine());
    }
    examineNodes(configurations);
    findings.sum();
    return findings.isWell();
  }

  /** Applications that use the same nodes in the same way have them asked once. */
  private void examineNodes(Map<String, Checked> configurations) {
    Nodes nodes = new Nodes(findings, Clock.systemUTC(), System::nanoTime);
    Map<List<Object>, Checked> different = new LinkedHashMap<>();
    configurations
        .values()
        .forEach(
            each ->
                different.putIfAbsent(
                    List.of(
                        each.configuration().layout().nodes(),
                        each.configuration().layout().copies(),
                        each.client()),
                    each));
    different.values().forEach(each -> nodes.examine(each.configuration(), each.client()));
  }

  private boolean translate(Path file, @Nullable Path to) throws IOException {
    Translation translation;
    try {
      translation = Translation.of(Files.readAllBytes(file));
    } catch (IOException e) {
      err.println(file + ": " + e.getMessage());
      return false;
    }
    if (to == null) {
      out.println(translation.element());
    } else {
      write(to, translation.whole());
      out.println(to + ": written");
    }
    translation.notes().forEach(note -> err.println("note: " + note));
    return true;
  }

  /** A new file for its owner alone: other elements may have passwords. */
  private static void write(Path to, byte[] text) throws IOException {
    try (SeekableByteChannel file =
        Files.newByteChannel(
            to,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.file(to.toAbsolutePath()))) {
      ByteBuffer bytes = ByteBuffer.wrap(text);
      while (bytes.hasRemaining()) {
        var unused = file.write(bytes);
      }
    }
  }
}
