package io.holdfast.sessions.fallback;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/** A file that takes half of what is written first, and nothing behind it. */
final class FullFile extends FileChannel {

  private final FileChannel file;
  private final String words;
  private boolean isFull;

  FullFile(FileChannel file, String words) {
    this.file = file;
    this.words = words;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    if (isFull) {
      throw new IOException(words);
    }
    isFull = true;
    ByteBuffer half = source.slice(source.position(), source.remaining() / 2);
    int written = file.write(half);
    source.position(source.position() + written);
    return written;
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source, long position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return file.read(target);
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    return file.read(targets, offset, length);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return file.read(target, position);
  }

  @Override
  public long position() throws IOException {
    return file.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    file.position(position);
    return this;
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    file.truncate(size);
    return this;
  }

  @Override
  public void force(boolean withMetadata) throws IOException {
    file.force(withMetadata);
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long position, long size, boolean isShared) throws IOException {
    return file.lock(position, size, isShared);
  }

  @Override
  public @Nullable FileLock tryLock(long position, long size, boolean isShared) throws IOException {
    return file.tryLock(position, size, isShared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    file.close();
  }
}
