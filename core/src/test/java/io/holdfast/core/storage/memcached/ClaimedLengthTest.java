package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.testkit.Await;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A node that claims, in the binary protocol, a length that no heap can hold: the library asks the
 * virtual machine for all of it at once.
 */
final class ClaimedLengthTest {

  private static final int HEADER = 24;
  private static final int VERSION = 0x0b;
  private static final int NOT_FOUND = 1;
  private static final int TOO_LONG = Integer.MAX_VALUE;

  private final AtomicBoolean lies = new AtomicBoolean();

  @Test
  void loadWhenNoHeapHoldsWhatIsClaimedThenFailsAndTheNextIsDone() throws IOException {
    try (ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        StoreFixture fixture =
            new StoreFixture(
                "127.0.0.1", listening.getLocalPort(), StoreFixture.settings(Protocol.BINARY))) {
      start(() -> accept(listening));
      assertNull(fixture.get("warm"));
      lies.set(true);

      Throwable failure = failureOf(fixture);

      assertNotNull(failure);
      assertEquals(Reason.UNAVAILABLE, StoreException.reasonOf(failure), "at once, not in time");

      lies.set(false);
      Await.until("the next answer is heard", () -> failureOf(fixture) == null);
    }
  }

  private static @Nullable Throwable failureOf(StoreFixture fixture) {
    return fixture
        .store()
        .load("k")
        .handle(
            (value, failure) ->
                failure instanceof CompletionException ? failure.getCause() : failure)
        .join();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "claiming-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket listening) {
    try {
      while (true) {
        Socket socket = listening.accept();
        start(() -> serve(socket));
      }
    } catch (IOException closed) {
      return; // by the test
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      byte[] request = new byte[HEADER];
      while (true) {
        in.readFully(request);
        in.readFully(new byte[(request[10] & 0xff) << 8 | (request[11] & 0xff)]);
        boolean isVersion = request[1] == VERSION;
        out.writeShort(0x8100 | request[1]);
        out.writeInt(0);
        out.writeShort(isVersion ? 0 : NOT_FOUND);
        out.writeInt(!isVersion && lies.get() ? TOO_LONG : 0);
        out.write(request, 12, 4);
        out.writeLong(0);
        out.flush();
      }
    } catch (IOException closed) {
      return; // by the store
    }
  }
}
