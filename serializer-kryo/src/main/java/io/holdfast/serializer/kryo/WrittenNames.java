package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Writes names of classes into a graph: numbers them in the order in which they come, and spells
 * out a class and a package only where it comes first.
 */
final class WrittenNames {

  private static final int FIRST_BUFFER = 64;

  private final IdentityHashMap<Class<?>, Name> names = new IdentityHashMap<>();
  private final Map<String, Spelling> packages = new HashMap<>();
  private int graph;
  private int namesInGraph;
  private int packagesInGraph;

  /** Bytes that are written once in a graph, and their number in the graph that had them last. */
  private static final class Spelling {

    private final byte[] bytes;
    private int graph = -1;
    private int number;

    Spelling(String text) {
      Output output = new Output(FIRST_BUFFER, -1);
      output.writeString(text);
      bytes = output.toBytes();
    }
  }

  /** The name of a class, split after its last dot. */
  private record Name(Spelling prefix, Spelling rest) {}

  /** Forgets what the graph has. */
  void reset() {
    graph++;
    namesInGraph = 0;
    packagesInGraph = 0;
  }

  /**
   * Writes the number of a class, and its name if that comes first; {@link ReadNames} reads it.
   *
   * @return whether it came first
   */
  boolean write(Output output, Class<?> type) {
    Name name = names.get(type);
    if (name == null) {
      name = nameOf(type);
      names.put(type, name);
    }
    Spelling rest = name.rest();
    if (rest.graph == graph) {
      output.writeVarInt(rest.number, true);
      return false;
    }
    rest.graph = graph;
    rest.number = namesInGraph++;
    output.writeVarInt(rest.number, true);
    writePackage(output, name.prefix());
    output.writeBytes(rest.bytes);
    return true;
  }

  private Name nameOf(Class<?> type) {
    String name = type.getName();
    int rest = name.lastIndexOf('.') + 1;
    return new Name(
        packages.computeIfAbsent(name.substring(0, rest), Spelling::new),
        new Spelling(name.substring(rest)));
  }

  /** Its number counts from one, zero is a new one. */
  private void writePackage(Output output, Spelling prefix) {
    if (prefix.graph == graph) {
      output.writeVarInt(prefix.number + 1, true);
      return;
    }
    prefix.graph = graph;
    prefix.number = packagesInGraph++;
    output.writeVarInt(0, true);
    output.writeBytes(prefix.bytes);
  }
}
