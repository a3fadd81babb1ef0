package io.holdfast.core.storage.memcached;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Refuses a memcached that was started with {@code -C} ({@code --disable-cas}): it takes each
 * conditional write, whatever was written meanwhile, so that Tomcats would overwrite each other's
 * changes and leases without a sign of it.
 *
 * <p>It is asked for its settings ({@code stats settings}), over a connection that is closed behind
 * this. Servers that are no memcached, and proxies, need not know that question: whatever they do
 * is no refusal.
 */
final class CasSupport {

  private static final String SETTINGS = "settings";
  private static final String SETTING = "cas_enabled";
  private static final String OFF = "no";

  /** Its connection outlives a restart of the node behind it, which counts from one again. */
  private static final Map.Entry<String, String> PROXY = Map.entry("proxy_enabled", "yes");

  private static final int MOST_SETTINGS = 1_000;
  private static final int LONGEST_SETTING = 4_096;
  private static final byte OPCODE_STAT = 0x10;
  private static final int KEY_LENGTH_OFFSET = 2;

  private CasSupport() {}

  /** Asks in the text protocol; returns which meta commands the node answers. */
  static MetaCommands requireByText(AnswerLines lines) throws IOException {
    boolean isOff;
    MetaCommands commands;
    try {
      Map<String, String> settings = lines.figures("stats " + SETTINGS);
      isOff = OFF.equals(settings.get(SETTING));
      commands =
          isOff || settings.entrySet().contains(PROXY) ? MetaCommands.NONE : MetaCommands.of(lines);
    } catch (IOException unasked) {
      return MetaCommands.NONE;
    }
    refuseIf(isOff);
    return commands;
  }

  /** Asks in the binary protocol, which has no meta commands. */
  static MetaCommands requireByBinary(AnswerLines lines) throws IOException {
    boolean isOff = false;
    try {
      lines.send(Handshake.binary(OPCODE_STAT, ascii(SETTINGS), new byte[0]));
      for (int i = 0; i < MOST_SETTINGS && !isOff; i++) {
        ByteBuffer header = ByteBuffer.wrap(lines.bytes(Handshake.BINARY_HEADER));
        if (header.getShort(KEY_LENGTH_OFFSET) <= 0) {
          break; // the last one, or a refusal
        }
        String setting = new String(lines.bytes(bodyLength(header)), StandardCharsets.US_ASCII);
        isOff = setting.equals(SETTING + OFF);
      }
    } catch (IOException unasked) {
      return MetaCommands.NONE;
    }
    refuseIf(isOff);
    return MetaCommands.NONE;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static int bodyLength(ByteBuffer header) throws IOException {
    int length = header.getInt(Handshake.BODY_LENGTH_OFFSET);
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
