package io.holdfast.serializer.javolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javolution.xml.XMLFormat;
import javolution.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CustomFormatsTest {

  private static Transcoder transcoder(String... customizers) {
    ClassFilter filter = Filters.ofLoader(CustomFormatsTest.class.getClassLoader(), "");
    return new JavolutionTranscoderFactory()
        .create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, List.of(customizers)));
  }

  @Test
  void decodeWhenFormatIsGivenThenItServesAndKeepsIdentity() {
    Transcoder transcoder = transcoder(Boxes.class.getName());
    Box box = new Box();
    box.label = "<&> \"quoted\"";
    box.content = new ArrayList<>(List.of("a", box.label));

    List<?> copy = (List<?>) transcoder.decode(transcoder.encode(List.of(box, box, "end")));

    assertEquals(box.content, ((Box) copy.get(0)).content);
    assertEquals(box.label, ((Box) copy.get(0)).label);
    assertTrue(((Box) copy.get(0)).formatted);
    assertSame(copy.get(0), copy.get(1));
    assertEquals("end", copy.get(2));
  }

  @Test
  void encodeWhenFormatWritesControlCharactersThenRefused() {
    Transcoder transcoder = transcoder(Texts.class.getName());
    Box box = new Box();
    box.label = "a\rb";

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder.encode(box));

    assertEquals(Reason.UNWRITABLE, refusal.reason());
  }

  @Test
  void decodeWhenTheFormatIsGoneThenRefuses() {
    byte[] bytes = transcoder(Boxes.class.getName()).encode(new Box());
    Transcoder without = transcoder();

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> without.decode(bytes));

    assertEquals(Reason.UNREADABLE, refusal.reason());
  }

  @Test
  void decodeWhenTheFormatIsAnotherThenRefuses() {
    Box box = new Box();
    box.label = "a";
    byte[] bytes = transcoder(Texts.class.getName()).encode(box);
    Transcoder other = transcoder(Boxes.class.getName());

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> other.decode(bytes));

    assertEquals(Reason.UNREADABLE, refusal.reason());
  }

  @Test
  void decodeWhenTheFormatIsNewThenRefuses() {
    byte[] bytes = transcoder().encode(new Box());
    Transcoder with = transcoder(Boxes.class.getName());

    TranscoderException refusal = assertThrows(TranscoderException.class, () -> with.decode(bytes));

    assertEquals(Reason.UNREADABLE, refusal.reason());
  }

  @Test
  void createWhenCustomizerIsNoneThenUnusable() {
    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> transcoder(Box.class.getName()));

    assertEquals(Reason.UNUSABLE, refusal.reason());
  }

  static final class Box {
    @Nullable String label;
    @Nullable Object content;
    transient boolean formatted;
  }

  /** Gives the format of boxes. */
  public static final class Boxes implements JavolutionCustomizer {

    /** As the transcoder needs it. */
    public Boxes() {}

    @Override
    public Map<Class<?>, XMLFormat<?>> formats() {
      return Map.of(Box.class, new BoxFormat());
    }
  }

  private static final class BoxFormat extends XMLFormat<Box> {

    @SuppressWarnings("NullAway") // null makes a format that Javolution does not register
    BoxFormat() {
      super(null);
    }

    @Override
    public Box newInstance(Class<Box> type, InputElement xml) {
      return new Box();
    }

    @Override
    public void write(Box box, OutputElement xml) throws XMLStreamException {
      xml.setAttribute("label", box.label);
      xml.add(box.content, "content");
    }

    @Override
    public void read(InputElement xml, Box box) throws XMLStreamException {
      box.label = xml.getAttribute("label", "");
      box.content = xml.get("content");
      box.formatted = true;
    }
  }

  /** Gives a format that writes what XML cannot carry. */
  public static final class Texts implements JavolutionCustomizer {

    /** As the transcoder needs it. */
    public Texts() {}

    @Override
    public Map<Class<?>, XMLFormat<?>> formats() {
      return Map.of(Box.class, new TextFormat());
    }
  }

  private static final class TextFormat extends XMLFormat<Box> {

    @SuppressWarnings("NullAway") // null makes a format that Javolution does not register
    TextFormat() {
      super(null);
    }

    @Override
    public Box newInstance(Class<Box> type, InputElement xml) {
      return new Box();
    }

    @Override
    public void write(Box box, OutputElement xml) throws XMLStreamException {
      xml.addText(String.valueOf(box.label));
    }

    @Override
    public void read(InputElement xml, Box box) throws XMLStreamException {
      box.label = xml.getText().toString();
    }
  }
}
