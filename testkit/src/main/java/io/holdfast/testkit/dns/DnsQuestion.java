package io.holdfast.testkit.dns;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The question of a message (RFC 1035, section 4.1); there must be exactly one.
 *
 * @param id of the message
 * @param name in lower case, without its last dot
 * @param type number of the type of records that are asked for
 * @param bytes the question as it came
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as one answer is made
record DnsQuestion(short id, String name, int type, byte[] bytes) {

  static final int HEADER = 12;

  /** Reads a message that the test's own client has sent. */
  static DnsQuestion parse(ByteBuffer message) {
    short id = message.getShort(0);
    message.position(HEADER);
    StringBuilder name = new StringBuilder();
    for (int length = message.get(); length > 0; length = message.get()) {
      byte[] label = new byte[length];
      message.get(label);
      name.append(name.isEmpty() ? "" : ".").append(new String(label, StandardCharsets.US_ASCII));
    }
    int type = message.getShort();
    message.getShort(); // the class, which is that of the Internet
    byte[] bytes = new byte[message.position() - HEADER];
    message.get(HEADER, bytes);
    return new DnsQuestion(id, name.toString().toLowerCase(Locale.ROOT), type, bytes);
  }
}
