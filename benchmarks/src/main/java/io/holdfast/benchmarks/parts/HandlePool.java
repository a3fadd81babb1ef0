package io.holdfast.benchmarks.parts;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Keeps files open, the latest used ones, and shares them among threads. One lock for all: a file
 * is looked up, opened and closed in it, and read outside of it. Files that are being read are
 * never closed, so there may be a few more than there is room for.
 */
final class HandlePool implements SessionFiles.Reading {

  private final int room;
  private final IntFunction<Path> paths;

  /** The one that was used longest ago comes first. */
  private final Map<Integer, Handle> handles = new LinkedHashMap<>(16, 0.75f, true);

  HandlePool(int room, IntFunction<Path> paths) {
    this.room = room;
    this.paths = paths;
  }

  @Override
  public byte[] read(int file, long position, int length) throws IOException {
    Handle handle = take(file);
    try {
      return handle.read(position, length);
    } finally {
      giveBack(handle);
    }
  }

  private synchronized Handle take(int file) throws IOException {
    Handle handle = handles.get(file);
    if (handle == null) {
      handle = new Handle(FileChannel.open(paths.apply(file), StandardOpenOption.READ));
      handles.put(file, handle);
      closeWhatIsTooMany();
    }
    handle.readers++;
    return handle;
  }

  private synchronized void giveBack(Handle handle) throws IOException {
    handle.readers--;
    closeWhatIsTooMany();
  }

  private void closeWhatIsTooMany() throws IOException {
    Iterator<Handle> oldest = handles.values().iterator();
    while (handles.size() > room && oldest.hasNext()) {
      Handle handle = oldest.next();
      if (handle.readers == 0 && oldest.hasNext()) {
        oldest.remove();
        handle.channel.close();
      }
    }
  }

  /** How many files are open. */
  synchronized int size() {
    return handles.size();
  }

  @Override
  public synchronized void close() throws IOException {
    for (Handle handle : handles.values()) {
      handle.channel.close();
    }
    handles.clear();
  }

  /** An open file, and how many threads read it now. */
  private static final class Handle {

    private final FileChannel channel;
    private int readers;

    Handle(FileChannel channel) {
      this.channel = channel;
    }

    byte[] read(long position, int length) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(length);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position()) < 0) {
          throw new EOFException("the file ended after %d bytes".formatted(buffer.position()));
        }
      }
      return buffer.array();
    }
  }
}
