package io.holdfast.testkit.fault;

import io.holdfast.testkit.fault.Delivery.Ending;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A fault in a delivery through a line: one answer of a node, or the bytes that a client sent at
 * once. Names are those of Toxiproxy's toxics where it has the fault.
 *
 * @see <a href="https://github.com/Shopify/toxiproxy#toxics">Toxiproxy, Toxics</a>
 */
public sealed interface Fault {

  /** The delivery with the fault. */
  Delivery applyTo(Delivery delivery, Random random);

  /** The name, for a report. */
  default String title() {
    return getClass().getSimpleName();
  }

  /**
   * It arrives late.
   *
   * @param time at least this much later
   * @param jitter and up to this much more
   */
  record Latency(Duration time, Duration jitter) implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      long more = (long) (jitter.toNanos() * random.nextDouble());
      return delivery.later(time.plusNanos(more));
    }
  }

  /** It takes the time that its bytes need over a narrow line. */
  record Bandwidth(int bytesPerSecond) implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      return delivery.later(
          Duration.ofSeconds(1).multipliedBy(delivery.size()).dividedBy(bytesPerSecond));
    }
  }

  /**
   * It never arrives, and neither does any later delivery over this connection, which stays open:
   * as behind a firewall that has forgotten the connection.
   */
  record Timeout() implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      return delivery.with(List.of()).then(Ending.STALLED);
    }
  }

  /** It never arrives, but later deliveries do: no network does so, but a program may. */
  record Omit() implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      return delivery.with(List.of());
    }
  }

  /** It does not arrive, and the connection is reset. */
  record ResetPeer() implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      return delivery.with(List.of()).then(Ending.RESET);
    }
  }

  /** It does not arrive; the receiver reads the end of the stream instead, and can still send. */
  record HalfClose() implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      return delivery.with(List.of()).then(Ending.HALF_CLOSED);
    }
  }

  /**
   * Only its beginning arrives, then the connection is closed.
   *
   * @param bytes how many of each delivery
   */
  record LimitData(int bytes) implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      byte[] whole = joined(delivery.pieces());
      return delivery
          .with(List.of(Arrays.copyOf(whole, Math.min(bytes, whole.length))))
          .then(Ending.CLOSED);
    }
  }

  /** It arrives in pieces of this size. */
  record Slicer(int size) implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      byte[] whole = joined(delivery.pieces());
      List<byte[]> slices = new ArrayList<>();
      for (int from = 0; from < whole.length; from += size) {
        slices.add(Arrays.copyOfRange(whole, from, Math.min(from + size, whole.length)));
      }
      return delivery.with(slices);
    }
  }

  /** One bit of it is flipped, in the data or in the words about them. */
  record Corrupt() implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      byte[] whole = joined(delivery.pieces());
      if (whole.length > 0) {
        whole[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      }
      return delivery.with(List.of(whole));
    }
  }

  /** It arrives twice, so that the second one answers the next command. */
  record Duplicate() implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      List<byte[]> twice = new ArrayList<>(delivery.pieces());
      twice.addAll(delivery.pieces());
      return delivery.with(twice);
    }
  }

  /**
   * Something else arrives instead.
   *
   * @param text in ISO 8859-1, with the end of its line, such as {@code "SERVER_ERROR out of memory
   *     storing object\r\n"}
   */
  record Wrong(String text) implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      return delivery.with(List.of(text.getBytes(StandardCharsets.ISO_8859_1)));
    }
  }

  /**
   * The node stores the value, but answers that it is out of memory: so the writer may find the
   * value all the same, as behind a proxy that gives up too early.
   */
  record Refusal() implements Fault {

    private static final Wrong OUT_OF_MEMORY =
        new Wrong("SERVER_ERROR out of memory storing object\r\n");

    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      String answer = new String(joined(delivery.pieces()), StandardCharsets.ISO_8859_1);
      return answer.equals("STORED\r\n") ? OUT_OF_MEMORY.applyTo(delivery, random) : delivery;
    }
  }

  /**
   * The node does not know a command, answers with an error, and does nothing: as an older one, or
   * one that forbids it. For what the client sends.
   *
   * @param verb of the command, at the beginning of its line
   */
  record Unknown(String verb) implements Fault {
    @Override
    public Delivery applyTo(Delivery delivery, Random random) {
      String sent = new String(joined(delivery.pieces()), StandardCharsets.ISO_8859_1);
      String other = sent.replaceAll("(?m)^" + verb + " ", "x".repeat(verb.length()) + " ");
      return delivery.with(List.of(other.getBytes(StandardCharsets.ISO_8859_1)));
    }
  }

  private static byte[] joined(List<byte[]> pieces) {
    byte[] whole = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, whole, at, piece.length);
      at += piece.length;
    }
    return whole;
  }
}
