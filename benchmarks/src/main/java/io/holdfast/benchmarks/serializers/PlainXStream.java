package io.holdfast.benchmarks.serializers;

import com.thoughtworks.xstream.XStream;
import java.nio.charset.StandardCharsets;

/** One XStream that writes XML, with the classes of the benchmark allowed. */
final class PlainXStream implements Codec {

  private final XStream xstream = new XStream();

  PlainXStream() {
    xstream.allowTypesByWildcard(new String[] {"io.holdfast.benchmarks.**"});
  }

  @Override
  public byte[] write(Object graph) {
    return xstream.toXML(graph).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Object read(byte[] bytes) {
    return xstream.fromXML(new String(bytes, StandardCharsets.UTF_8));
  }
}
