package io.holdfast.sessions.fallback;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A directory of this machine whose disk refuses what a test says, as the kernel would. */
final class FaultyDisk extends FileSystemProvider {

  /** What the disk can refuse. */
  enum Operation {
    READ,
    /** Creating a file or a directory. */
    CREATE,
    /** Writing into a file that was created: half of the first bytes are taken. */
    WRITE,
    MOVE,
    DELETE
  }

  private final FileSystemProvider real;
  private final FileSystem system;
  private final Map<Operation, String> refused = new ConcurrentHashMap<>();

  FaultyDisk(Path directory) {
    this.real = directory.getFileSystem().provider();
    this.system = new FaultySystem(this, directory.getFileSystem());
  }

  /** The same place, on this disk. */
  Path on(Path place) {
    InvocationHandler handler = new FaultyPath(this, place);
    return (Path)
        Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Path.class}, handler);
  }

  FileSystem system() {
    return system;
  }

  /** Refuses from now on, with these words of the kernel. */
  void refuse(Operation operation, String words) {
    refused.put(operation, words);
  }

  void heal() {
    refused.clear();
  }

  private void check(Operation operation, Path file) throws IOException {
    String words = refused.get(operation);
    if (words != null) {
      throw new FileSystemException(file.toString(), null, words);
    }
  }

  static Path real(Path path) {
    return Proxy.isProxyClass(path.getClass())
            && Proxy.getInvocationHandler(path) instanceof FaultyPath faulty
        ? faulty.place
        : path;
  }

  /** Delegates all, with places of this disk for those of the machine. */
  private record FaultyPath(FaultyDisk disk, Path place) implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.getName().equals("getFileSystem")) {
        return disk.system;
      }
      Object[] real = arguments == null ? new Object[0] : arguments.clone();
      for (int i = 0; i < real.length; i++) {
        real[i] = real[i] instanceof Path path ? real(path) : real[i];
      }
      try {
        Object result = method.invoke(place, real);
        return result instanceof Path path ? disk.on(path) : result;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  // ---- what the disk refuses ----

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    boolean isWritten = options.contains(StandardOpenOption.WRITE);
    check(isWritten ? Operation.CREATE : Operation.READ, real(path));
    SeekableByteChannel channel = real.newByteChannel(real(path), options, attributes);
    String words = isWritten ? refused.get(Operation.WRITE) : null;
    return words == null ? channel : new FullFile((FileChannel) channel, words);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    check(Operation.CREATE, real(path));
    return real.newFileChannel(real(path), options, attributes);
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
    check(Operation.CREATE, real(directory));
    real.createDirectory(real(directory), attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    check(Operation.DELETE, real(path));
    real.delete(real(path));
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    check(Operation.MOVE, real(source));
    real.move(real(source), real(target), options);
  }

  // ---- all else ----

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    DirectoryStream<Path> stream =
        real.newDirectoryStream(real(directory), entry -> filter.accept(on(entry)));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return StreamSupport.stream(stream.spliterator(), false)
            .map(FaultyDisk.this::on)
            .iterator();
      }

      @Override
      public void close() throws IOException {
        stream.close();
      }
    };
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real.checkAccess(real(path), modes);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(real(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return real.readAttributes(real(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return real.readAttributes(real(path), attributes, options);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    real.setAttribute(real(path), attribute, value, options);
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return real.isSameFile(real(path), real(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(real(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return real.getFileStore(real(path));
  }
}
