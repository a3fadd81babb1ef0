package io.holdfast.core.storage.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The connection as it is. */
public record PlainLine(SocketChannel channel) implements Line {

  @Override
  public boolean read(ByteBuffer into) throws IOException {
    if (channel.read(into) < 0) {
      throw new IOException("the node has closed the connection");
    }
    return !into.hasRemaining();
  }

  @Override
  public boolean write(ByteBuffer from) throws IOException {
    var unused = channel.write(from);
    return !from.hasRemaining();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
