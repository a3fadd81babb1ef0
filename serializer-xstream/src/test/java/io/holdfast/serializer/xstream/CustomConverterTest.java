package io.holdfast.serializer.xstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.MarshallingContext;
import com.thoughtworks.xstream.converters.UnmarshallingContext;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import com.thoughtworks.xstream.io.HierarchicalStreamWriter;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CustomConverterTest {

  private static Transcoder transcoder(String... converters) {
    ClassFilter filter = Filters.ofLoader(CustomConverterTest.class.getClassLoader(), "");
    return new XStreamTranscoderFactory()
        .create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, List.of(converters)));
  }

  @Test
  void decodeWhenConverterIsGivenThenItServesAndKeepsIdentity() {
    Transcoder transcoder = transcoder(BoxConverter.class.getName());
    Box box = new Box(new ArrayList<>(List.of("a")));

    List<?> copy = (List<?>) transcoder.decode(transcoder.encode(List.of(box, box, "end")));

    assertEquals(box.content, ((Box) copy.get(0)).content);
    assertTrue(((Box) copy.get(0)).converted);
    assertSame(copy.get(0), copy.get(1));
    assertEquals("end", copy.get(2));
  }

  @Test
  void decodeWhenTheConverterIsGoneThenRefuses() {
    byte[] bytes = transcoder(BoxConverter.class.getName()).encode(new Box(new ArrayList<>()));
    Transcoder without = transcoder();

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> without.decode(bytes));

    assertEquals(Reason.UNREADABLE, refusal.reason());
  }

  @Test
  void decodeWhenTheConverterIsNewThenRefuses() {
    byte[] bytes = transcoder().encode(new Box(new ArrayList<>()));
    Transcoder with = transcoder(BoxConverter.class.getName());

    TranscoderException refusal = assertThrows(TranscoderException.class, () -> with.decode(bytes));

    assertEquals(Reason.UNREADABLE, refusal.reason());
  }

  @Test
  void decodeWhenTheConverterIsNotNeededThenReads() {
    byte[] bytes = transcoder().encode(List.of("a"));

    assertEquals(List.of("a"), transcoder(BoxConverter.class.getName()).decode(bytes));
  }

  @Test
  void createWhenConverterIsNoneThenUnusable() {
    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder(Box.class.getName()));

    assertEquals(Reason.UNUSABLE, refusal.reason());
  }

  static final class Box {
    final List<Object> content;
    final transient boolean converted;

    Box(List<Object> content) {
      this(content, false);
    }

    Box(List<Object> content, boolean converted) {
      this.content = content;
      this.converted = converted;
    }
  }

  /** Writes the content of a box only. */
  public static final class BoxConverter implements Converter {

    /** As the transcoder needs it. */
    public BoxConverter() {}

    @Override
    @SuppressWarnings("rawtypes")
    public boolean canConvert(Class type) {
      return type == Box.class;
    }

    @Override
    public void marshal(Object source, HierarchicalStreamWriter to, MarshallingContext context) {
      to.startNode("content");
      context.convertAnother(((Box) source).content);
      to.endNode();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object unmarshal(HierarchicalStreamReader from, UnmarshallingContext context) {
      from.moveDown();
      List<Object> content = (List<Object>) context.convertAnother(null, ArrayList.class);
      from.moveUp();
      return new Box(content, true);
    }
  }
}
