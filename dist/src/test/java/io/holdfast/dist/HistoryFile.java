package io.holdfast.dist;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a history is written, a line for each request; safe for several threads. */
final class HistoryFile implements AutoCloseable {

  private final BufferedWriter writer;
  private long entries;

  private HistoryFile(BufferedWriter writer) {
    this.writer = writer;
  }

  /** Begins a file, with one line on the run as a whole. */
  static HistoryFile create(Path path, String head) {
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      HistoryFile file = new HistoryFile(Files.newBufferedWriter(path));
      file.line(head);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + path, e);
    }
  }

  synchronized void add(HistoryEntry entry) {
    entries++;
    line(entry.toJson());
  }

  /** Notes that something was wrong for a while. */
  synchronized void fault(String title, long from, long to) {
    line(
        "{\"note\":\"%s\",\"kind\":\"fault\",\"call\":%d,\"return\":%d}"
            .formatted(title, from, to));
  }

  /** Notes that a Tomcat was killed, so that its requests may have got no answer. */
  synchronized void killed(String tomcat, long from, long to) {
    line(
        "{\"note\":\"killed\",\"tomcat\":\"%s\",\"call\":%d,\"return\":%d}"
            .formatted(tomcat, from, to));
  }

  /** Notes which nodes, separated by commas, left something of a mode's unanswered at a Tomcat. */
  synchronized void missed(String tomcat, HistoryMode mode, String nodes, long from, long to) {
    line(
        "{\"note\":\"missed\",\"tomcat\":\"%s\",\"mode\":\"%s\",\"value\":\"%s\",\"call\":%d,\"return\":%d}"
            .formatted(tomcat, mode, nodes, from, to));
  }

  /** Notes for how long a node may have lacked sessions that it had before it was emptied. */
  synchronized void emptied(String node, long from, long to) {
    line(
        "{\"note\":\"emptied\",\"value\":\"%s\",\"call\":%d,\"return\":%d}"
            .formatted(node, from, to));
  }

  /** Notes that Tomcats had no node in common for sessions of a mode, or one had none. */
  synchronized void apart(HistoryMode mode, long from, long to) {
    line(
        "{\"note\":\"apart\",\"mode\":\"%s\",\"call\":%d,\"return\":%d}".formatted(mode, from, to));
  }

  /**
   * Notes whether a Tomcat has closed a WebSocket whose session has ended elsewhere.
   *
   * @param from when the end was asked for
   * @param to when it was closed, or had long to be
   */
  synchronized void socket(String tomcat, boolean isClosed, long from, long to) {
    line(
        "{\"note\":\"socket\",\"tomcat\":\"%s\",\"value\":\"%s\",\"call\":%d,\"return\":%d}"
            .formatted(tomcat, isClosed ? "closed" : "open", from, to));
  }

  /** Notes what a Tomcat counted, or said, for who looks for the cause of a violation. */
  synchronized void told(String tomcat, String what, long from, long to) {
    line(
        "{\"note\":\"told\",\"tomcat\":\"%s\",\"value\":\"%s\",\"call\":%d,\"return\":%d}"
            .formatted(tomcat, what.replaceAll("[^ -~]|[\"\\\\]", "?"), from, to));
  }

  synchronized long entries() {
    return entries;
  }

  private void line(String text) {
    try {
      writer.write(text);
      writer.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
