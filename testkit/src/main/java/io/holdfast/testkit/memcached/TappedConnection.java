package io.holdfast.testkit.memcached;

import io.holdfast.testkit.relay.RelayedConnection;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One client's connection through a {@link CommandTap}. */
final class TappedConnection extends RelayedConnection {

  private static final Set<String> WITH_DATA =
      Set.of("set", "add", "replace", "append", "prepend", "cas");

  /** The place of the length among the arguments, after the key, the flags and the time to live. */
  private static final int DATA_LENGTH = 3;

  private final Consumer<String> commands;
  private final LongAdder answered;
  private final ScheduledExecutorService line;
  private final Supplier<Duration> delay;
  private final Queue<byte[]> underWay = new ConcurrentLinkedQueue<>();
  private final ArrivalOrder order = new ArrivalOrder(System.nanoTime());

  TappedConnection(
      Socket client,
      Socket upstream,
      Consumer<String> commands,
      LongAdder answered,
      ScheduledExecutorService line,
      Supplier<Duration> delay) {
    super(client, upstream);
    this.commands = commands;
    this.answered = answered;
    this.line = line;
    this.delay = delay;
  }

  @Override
  protected void passCommands() {
    try (OutputStream out = new BufferedOutputStream(node.getOutputStream())) {
      CommandReader in = new CommandReader(client.getInputStream(), out);
      for (String text = in.line(); text != null; text = in.line()) {
        Command command = Command.parse(text);
        out.write((text + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        MetaWrite write = command.name().equals("ms") ? MetaWrite.of(command) : null;
        if (!command.has(0)) {
          String name = write == null ? command.name() : write.classicName();
          commands.accept(name + ' ' + command.argument(0));
        }
        if (write != null) {
          passData(in, write.length(), out);
        } else if (WITH_DATA.contains(command.name())) {
          passData(in, Integer.parseInt(command.argument(DATA_LENGTH)), out);
        }
      }
    } catch (IOException closed) {
      close();
    }
  }

  private static void passData(CommandReader in, int length, OutputStream out) throws IOException {
    byte[] data = in.block(length);
    if (data == null) {
      throw new IOException("the data do not end where they should");
    }
    out.write(data);
    out.write(new byte[] {'\r', '\n'});
  }

  @Override
  protected void passAnswers() {
    byte[] buffer = new byte[64 * 1024];
    try {
      InputStream in = node.getInputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        byte[] answer = Arrays.copyOf(buffer, length);
        answered.add(length);
        long nanos = order.untilNext(System.nanoTime(), delay.get());
        underWay.add(answer);
        var unused = line.schedule(this::deliverNext, nanos, TimeUnit.NANOSECONDS);
      }
    } catch (IOException | RejectedExecutionException closed) {
      close();
    }
  }

  /** Takes the first answer: calls due within the clock's precision may come in either order. */
  private void deliverNext() {
    try {
      client.getOutputStream().write(Objects.requireNonNull(underWay.poll()));
    } catch (IOException gone) {
      close();
    }
  }
}
