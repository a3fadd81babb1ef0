package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.esotericsoftware.kryo.io.Output;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSpellingsTest {

  private static final int MANY = 40;

  private final KnownSpellings<Integer> spellings = new KnownSpellings<>();

  @ParameterizedTest
  @ValueSource(strings = {"Ticket", "T", "", "Größe", "票"})
  void skipWhenKnownThenPassesOverItAndReturnsItsValue(String text) {
    spellings.put(text, 1);
    BoundedInput input = input(text, "rest");

    assertEquals(1, spellings.skip(input));
    assertEquals("rest", input.readString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Tickets", "Ticke", "ticket", "", "Größe"})
  void skipWhenAnotherTextThenStaysBeforeIt(String text) {
    spellings.put("Ticket", 1);
    BoundedInput input = input(text);

    assertNull(spellings.skip(input));
    assertEquals(text, input.readString());
  }

  @Test
  void skipWhenTheBytesEndWithinThenStaysBeforeThem() {
    spellings.put("Ticket", 1);

    assertNull(spellings.skip(new BoundedInput(new byte[] {'T', 'i'}, 0, 2, MANY)));
  }

  @Test
  void getWhenThereAreManyThenEachIsFoundOneWayOrTheOther() {
    IntStream.range(0, MANY).forEach(i -> spellings.put("Class" + i, i));

    for (int i = 0; i < MANY; i++) {
      Integer skipped = spellings.skip(input("Class" + i));
      assertEquals(i, skipped == null ? spellings.get("Class" + i) : skipped);
    }
  }

  private static BoundedInput input(String... texts) {
    Output output = new Output(MANY, -1);
    for (String text : texts) {
      output.writeString(text);
    }
    return new BoundedInput(output.getBuffer(), 0, output.position(), MANY);
  }
}
