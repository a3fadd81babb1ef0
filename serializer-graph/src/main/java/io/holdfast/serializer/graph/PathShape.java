package io.holdfast.serializer.graph;

import java.nio.file.FileSystems;
import java.nio.file.Path;

/** Paths of the default file system. */
final class PathShape implements Shape {

  @Override
  public boolean isValue() {
    return true;
  }

  @Override
  public Class<?> wireClass(Object instance) {
    return Path.class;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    Path path = (Path) instance;
    if (!path.getFileSystem().equals(FileSystems.getDefault())) {
      throw out.state().refuse(instance.getClass(), "it is a path of another file system");
    }
    out.text(path.toString());
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    return Path.of(in.text());
  }
}
