package io.holdfast.benchmarks.parts;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Keeps files open, the latest used ones, and shares them among threads. One lock for all: a file
 * is looked up, opened and closed in it, and read outside of it; one that is closed while it is
 * read is opened again.
 */
final class HandlePool implements SessionFiles.Reading {

  private final int room;
  private final IntFunction<Path> paths;

  /** The one that was used longest ago comes first. */
  private final Map<Integer, FileChannel> channels = new LinkedHashMap<>(16, 0.75f, true);

  HandlePool(int room, IntFunction<Path> paths) {
    this.room = room;
    this.paths = paths;
  }

  @Override
  public byte[] read(int file, long position, int length) throws IOException {
    while (true) {
      try {
        return read(channel(file), position, length);
      } catch (ClosedChannelException others) {
        // room was made for other files; the next look opens it again
      }
    }
  }

  private static byte[] read(FileChannel channel, long position, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        throw new EOFException("the file ended after %d bytes".formatted(buffer.position()));
      }
    }
    return buffer.array();
  }

  private synchronized FileChannel channel(int file) throws IOException {
    FileChannel channel = channels.get(file);
    if (channel == null) {
      channel = FileChannel.open(paths.apply(file), StandardOpenOption.READ);
      channels.put(file, channel);
      if (channels.size() > room) {
        Iterator<FileChannel> oldest = channels.values().iterator();
        oldest.next().close();
        oldest.remove();
      }
    }
    return channel;
  }

  /** How many files are open. */
  synchronized int size() {
    return channels.size();
  }

  @Override
  public synchronized void close() throws IOException {
    for (FileChannel channel : channels.values()) {
      channel.close();
    }
    channels.clear();
  }
}
