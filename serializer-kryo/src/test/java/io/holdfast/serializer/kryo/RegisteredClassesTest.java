package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.EvolutionKit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class RegisteredClassesTest {

  record Cart(List<Object> items) {}

  record Item(String name, int count) {}

  record Note(String text) {}

  private static final Cart CART =
      new Cart(new ArrayList<>(List.of(new Item("tea", 2), new Item("cup", 6))));

  private static final Transcoder PLAIN = Customized.with().create();
  private static final Transcoder REGISTERED = Customized.with(CartAndItem.class).create();

  @Test
  void decodeWhenClassesAreRegisteredThenIsEqual() {
    assertEquals(CART, REGISTERED.decode(REGISTERED.encode(CART)));
  }

  @Test
  void encodeWhenClassesAreRegisteredThenTheirNamesAreNotThere() {
    String bytes = new String(REGISTERED.encode(CART), StandardCharsets.ISO_8859_1);

    assertFalse(bytes.contains(RegisteredClassesTest.class.getSimpleName()), bytes);
  }

  @Test
  void encodeWhenNoneOfTheClassesIsThereThenBytesAreThePlainOnes() {
    assertEquals(List.of(PLAIN.encode("tea").length), List.of(REGISTERED.encode("tea").length));
  }

  @Test
  void decodeWhenRecordIsFromBeforeTheListThenIsEqual() {
    assertEquals(CART, REGISTERED.decode(PLAIN.encode(CART)));
  }

  @Test
  void decodeWhenListHasGrownSinceThenIsEqual() {
    Transcoder grown = Customized.with(CartItemAndNote.class).create();

    assertEquals(CART, grown.decode(REGISTERED.encode(CART)));
  }

  @Test
  void decodeWhenListWillGrowButRecordHoldsNothingNewThenIsEqual() {
    Transcoder grown = Customized.with(CartItemAndNote.class).create();

    assertEquals(CART, REGISTERED.decode(grown.encode(CART)));
  }

  @Test
  void decodeWhenRecordHoldsAClassAddedLaterThenIsUnreadable() {
    byte[] bytes = Customized.with(CartItemAndNote.class).create().encode(new Note("new"));

    assertUnreadable(REGISTERED, bytes);
  }

  @Test
  void decodeWhenThereIsNoListThenIsUnreadable() {
    assertUnreadable(PLAIN, REGISTERED.encode(CART));
  }

  @Test
  void decodeWhenListWasReorderedThenIsUnreadable() {
    assertUnreadable(Customized.with(ItemAndCart.class).create(), REGISTERED.encode(CART));
  }

  @Test
  void createWhenNumberIsTakenThenIsUnusable() {
    TranscoderException e =
        assertThrows(TranscoderException.class, () -> Customized.with(TakesNumber.class).create());

    assertEquals(Reason.UNUSABLE, e.reason(), e.getMessage());
  }

  private static void assertUnreadable(Transcoder reader, byte[] bytes) {
    TranscoderException e = assertThrows(TranscoderException.class, () -> reader.decode(bytes));
    assertEquals(Reason.UNREADABLE, e.reason(), e.getMessage());
    assertTrue(String.valueOf(e.getMessage()).contains("customConverter"), e.getMessage());
  }

  /** Classes change while they are registered. */
  @Nested
  final class Evolution extends EvolutionKit {

    @Override
    protected TranscoderFactory factory() {
      return new Customized(List.of("Registered"));
    }

    @Override
    protected boolean isInDocument() {
      return false;
    }

    @Override
    protected String[] otherSources() {
      return new String[] {
        """
        public class Registered extends io.holdfast.serializer.kryo.RegisteredClasses {
          @Override protected java.util.List<Class<?>> classes() {
            return java.util.List.of(Thing.class);
          }
        }
        """
      };
    }

    @Override
    protected Set<String> unreadable() {
      return Set.of(
          "String to List",
          "class renamed",
          "enum constant removed",
          "field removed, and its class gone",
          "int to String",
          "int to float, more digits than fit",
          "double to float, more digits than fit",
          "field added that hides an inherited one",
          "writeObject removed",
          "long to int, the value does not fit");
    }
  }

  /** As an application would write it. */
  public static final class CartAndItem extends RegisteredClasses {

    /** Found by name. */
    public CartAndItem() {}

    @Override
    protected List<Class<?>> classes() {
      return List.of(Cart.class, Item.class);
    }
  }

  /** Its next version. */
  public static final class CartItemAndNote extends RegisteredClasses {

    /** Found by name. */
    public CartItemAndNote() {}

    @Override
    protected List<Class<?>> classes() {
      return List.of(Cart.class, Item.class, Note.class);
    }
  }

  /** What its next version must not be. */
  public static final class ItemAndCart extends RegisteredClasses {

    /** Found by name. */
    public ItemAndCart() {}

    @Override
    protected List<Class<?>> classes() {
      return List.of(Item.class, Cart.class);
    }
  }

  /** Takes the number of a class of the JDK. */
  public static final class TakesNumber implements KryoCustomizer {

    /** Found by name. */
    public TakesNumber() {}

    @Override
    public void customize(Kryo kryo) {
      kryo.register(Cart.class, kryo.getRegistration(ArrayList.class).getId());
    }
  }
}
