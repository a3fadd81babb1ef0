package io.holdfast.serializer.jdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.GraphAround;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedList;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** Streams as commit 820478ad wrote them, before this was a module; the names in them stay. */
@SuppressWarnings("JdkObsolete") // a linked list is written by JDK serialization
final class EarlierStreamsTest {

  private static final byte[] ZONE =
      Base64.getDecoder()
          .decode(
              "rO0ABXNyACRpby5ob2xkZmFzdC5jb3JlLnRyYW5zY29kZXIuWm9uZUJ5SWQAAAAAAAAAAQIAAUwAAmlkdAASTGph"
                  + "dmEvbGFuZy9TdHJpbmc7eHB0AA1FdXJvcGUvQmVybGlu");

  private static final byte[] PART =
      Base64.getDecoder()
          .decode(
              "rO0ABXNyABRqYXZhLnV0aWwuTGlua2VkTGlzdAwpU11KYIgiAwAAeHB3BAAAAAJ0AAVhcHBsZXNyACNpby5ob2xk"
                  + "ZmFzdC5jb3JlLnRyYW5zY29kZXIuT3V0c2lkZQAAAAAAAAABAgABSQAFaW5kZXh4cAAAAAB4");

  private final ClassFilter filter = Filters.ofLoader(getClass().getClassLoader(), "");
  private final JdkSerialization serialization = new JdkSerialization(TranscoderContext.of(filter));

  @Test
  void readWhenATimeZoneWasWrittenEarlierThenItIsThere() {
    assertEquals(TimeZone.getTimeZone("Europe/Berlin"), serialization.read(ZONE, 0, ZONE.length));
  }

  @Test
  void writeWhenATimeZoneThenAsEarlier() {
    byte[] bytes =
        serialization.write(
            TimeZone.getTimeZone("Europe/Berlin"), new RoundTripChecks(filter).trial());

    assertArrayEquals(ZONE, bytes);
  }

  @Test
  void readPartWhenItWasWrittenEarlierThenItsObjectsAreThere() {
    List<Object> inner = List.of("pear");

    Object read =
        serialization.readPart(
            PART, List.of(inner), WorkBudget.reading(DecodeLimits.DEFAULTS, PART.length));

    assertEquals(new LinkedList<>(List.of("apple", inner)), read);
  }

  @Test
  void writePartWhenItHasAnObjectThatIsWrittenElsewhereThenAsEarlier() {
    List<Object> inner = new ArrayList<>(List.of("pear"));
    List<Object> root = new LinkedList<>(List.of("apple", inner));

    JdkSerialization.Part part =
        GraphAround.write(
            around -> {
              around.start(root, new ObjectNumbers());
              return serialization.writePart(
                  root,
                  new RoundTripChecks(filter).trial(),
                  WorkBudget.writing(DecodeLimits.DEFAULTS, root),
                  around);
            });

    assertArrayEquals(PART, part.bytes());
    assertEquals(List.of(inner), part.outside());
  }
}
