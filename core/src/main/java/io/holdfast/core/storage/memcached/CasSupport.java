package io.holdfast.core.storage.memcached;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Refuses a memcached that was started with {@code -C} ({@code --disable-cas}): it takes each
 * conditional write, whatever was written meanwhile, so that Tomcats would overwrite each other's
 * changes and leases without a sign of it.
 *
 * <p>It is asked for its settings ({@code stats settings}), over a connection on which the version
 * was asked for and that is closed behind this. Servers that are no memcached, and proxies, need
 * not know that question: whatever they do is no refusal.
 */
final class CasSupport {

  private static final String SETTING = "cas_enabled";
  private static final String OFF = "no";

  /** Its connection outlives a restart of the node behind it, which counts from one again. */
  private static final String PROXY = "STAT proxy_enabled yes";

  private static final int MOST_SETTINGS = 1_000;
  private static final int LONGEST_SETTING = 4_096;
  private static final byte OPCODE_STAT = 0x10;
  private static final byte[] SETTINGS = "settings".getBytes(StandardCharsets.US_ASCII);
  private static final int KEY_LENGTH_OFFSET = 2;
  private static final int BODY_LENGTH_OFFSET = 8;

  private final Socket socket;
  private final LongSupplier nanoTime;
  private final long nanos;

  /**
   * Creates it.
   *
   * @param longest how long all answers together may take; a single one as long as the socket's
   *     timeout allows
   * @param nanoTime as {@link System#nanoTime}
   */
  CasSupport(Socket socket, Duration longest, LongSupplier nanoTime) {
    this.socket = socket;
    this.nanos = longest.toNanos();
    this.nanoTime = nanoTime;
  }

  /**
   * Asks in the text protocol, in which the rest of a line is still to be read.
   *
   * @return which meta commands the node answers
   * @throws IOException if the node says that it has none, in words for an operator
   */
  MetaCommands requireByText() throws IOException {
    boolean isOff = false;
    boolean isProxy = false;
    MetaCommands commands = MetaCommands.NONE;
    try {
      AnswerLines lines = new AnswerLines(socket, nanos, nanoTime);
      lines.next();
      String line = lines.ask("stats " + new String(SETTINGS, StandardCharsets.US_ASCII));
      for (int i = 0; i < MOST_SETTINGS && line.startsWith("STAT ") && !isOff; i++) {
        isOff = line.equals("STAT " + SETTING + ' ' + OFF);
        isProxy |= line.equals(PROXY);
        line = isOff ? line : lines.next();
      }
      commands = isOff || isProxy ? commands : MetaCommands.of(lines);
    } catch (IOException unasked) {
      return MetaCommands.NONE;
    }
    refuseIf(isOff);
    return commands;
  }

  /**
   * Asks in the binary protocol.
   *
   * @throws IOException if the node says that it has none, in words for an operator
   */
  void requireByBinary() throws IOException {
    boolean isOff = false;
    try {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] header = new byte[Handshake.BINARY_HEADER];
      socket.getOutputStream().write(Handshake.binary(OPCODE_STAT, SETTINGS, new byte[0]));
      long end = nanoTime.getAsLong() + nanos;
      for (int i = 0; i < MOST_SETTINGS && !isOff && nanoTime.getAsLong() - end < 0; i++) {
        in.readFully(header);
        int keyLength = ByteBuffer.wrap(header).getShort(KEY_LENGTH_OFFSET);
        if (keyLength <= 0) {
          break; // the last one, or a refusal
        }
        String setting = new String(in.readNBytes(bodyLength(header)), StandardCharsets.US_ASCII);
        isOff = setting.equals(SETTING + OFF);
      }
    } catch (IOException unasked) {
      return;
    }
    refuseIf(isOff);
  }

  private static int bodyLength(byte[] header) throws IOException {
    int length = ByteBuffer.wrap(header).getInt(BODY_LENGTH_OFFSET);
    if (length < 0 || length > LONGEST_SETTING) {
      throw new IOException("an answer of " + length + " bytes");
    }
    return length;
  }

  private static void refuseIf(boolean isOff) throws IOException {
    if (isOff) {
      throw new IOException(
          "it was started with -C (--disable-cas), by which Tomcats overwrite each other's"
              + " changes; start it without");
    }
  }
}
