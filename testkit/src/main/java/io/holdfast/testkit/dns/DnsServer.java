package io.holdfast.testkit.dns;

import io.holdfast.testkit.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A DNS server on a free UDP port of 127.0.0.1. Each name has the records that a test gives it. */
public final class DnsServer implements AutoCloseable {

  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final int LARGEST_MESSAGE = 65_507;
  private static final short ANSWER = (short) 0x8180; // recursion desired and available
  private static final short TRUNCATED = 0x0200;
  private static final short SERVER_FAILURE = 2;
  private static final short NO_SUCH_NAME = 3;
  private static final short NAME_OF_QUESTION = (short) (0xc000 | DnsQuestion.HEADER);
  private static final short INTERNET = 1;
  private static final int NAME_TYPE_CLASS_TTL_LENGTH = 12;

  private final DatagramSocket socket;
  private final String thread = "holdfast-testkit-dns-" + COUNT.incrementAndGet();
  private final Map<String, List<DnsRecord>> records = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile Trouble trouble = Trouble.NONE;

  /** What a server may do wrong. */
  public enum Trouble {
    /** Nothing. */
    NONE,
    /** It does not answer. */
    SILENT,
    /** It answers that it failed. */
    FAILURE,
    /** Its answers lack what the last record says. */
    CUT,
    /** It sends half of the answer and refers to TCP for the rest, but does not listen there. */
    TRUNCATED
  }

  private DnsServer(DatagramSocket socket) {
    this.socket = socket;
  }

  /** Starts a server that knows no name. */
  public static DnsServer start() {
    try {
      DnsServer server =
          new DnsServer(
              new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
      Thread answering = new Thread(server::answer, server.thread);
      answering.setDaemon(true);
      answering.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code host:port} for clients. */
  public String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** The name has these records from now on, and no others. */
  public void set(String name, DnsRecord... all) {
    records.put(name.toLowerCase(Locale.ROOT), List.of(all));
  }

  /** The name has these addresses from now on, and no other records. */
  public void addresses(String name, String... literals) {
    set(name, Arrays.stream(literals).map(DnsRecord::address).toArray(DnsRecord[]::new));
  }

  /** From now on there is no such name. */
  public void remove(String name) {
    records.remove(name.toLowerCase(Locale.ROOT));
  }

  /** What it does wrong from now on. */
  public void make(Trouble next) {
    trouble = next;
  }

  /** How many questions came so far. */
  public int asked() {
    return asked.get();
  }

  private void answer() {
    byte[] buffer = new byte[LARGEST_MESSAGE];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        asked.incrementAndGet();
        Trouble now = trouble;
        if (now != Trouble.SILENT) {
          byte[] answer = answerTo(DnsQuestion.parse(ByteBuffer.wrap(buffer)), now);
          socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
        }
      } catch (IOException closed) {
        return;
      }
    }
  }

  private byte[] answerTo(DnsQuestion question, Trouble now) {
    List<DnsRecord> known = records.get(question.name());
    List<DnsRecord> said =
        known == null
            ? List.of()
            : known.stream().filter(record -> record.type() == question.type()).toList();
    if (now == Trouble.TRUNCATED) {
      said = said.subList(0, said.size() / 2);
    }
    byte[] message = message(question, code(known != null, now), said);
    return now == Trouble.CUT && !said.isEmpty()
        ? Arrays.copyOf(message, message.length - said.get(said.size() - 1).data().length)
        : message;
  }

  private static short code(boolean isKnown, Trouble now) {
    return switch (now) {
      case FAILURE -> SERVER_FAILURE;
      case TRUNCATED -> TRUNCATED;
      default -> isKnown ? 0 : NO_SUCH_NAME;
    };
  }

  private static byte[] message(DnsQuestion question, short code, List<DnsRecord> said) {
    int length = said.stream().mapToInt(r -> NAME_TYPE_CLASS_TTL_LENGTH + r.data().length).sum();
    ByteBuffer message =
        ByteBuffer.allocate(DnsQuestion.HEADER + question.bytes().length + length)
            .putShort(question.id())
            .putShort((short) (ANSWER | code))
            .putShort((short) 1)
            .putShort((short) said.size())
            .putInt(0) // neither authorities nor additional records
            .put(question.bytes());
    for (DnsRecord record : said) {
      message
          .putShort(NAME_OF_QUESTION)
          .putShort((short) record.type())
          .putShort(INTERNET)
          .putInt(0) // not to be kept
          .putShort((short) record.data().length)
          .put(record.data());
    }
    return message.array();
  }

  @Override
  public void close() {
    socket.close();
    Threads.assertNoneAlive(thread, CLOSE_DEADLINE);
  }
}
