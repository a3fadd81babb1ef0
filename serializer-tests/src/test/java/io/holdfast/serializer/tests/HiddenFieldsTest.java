package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Three classes, each with or without a field of one name, in every combination before and after a
 * change: a value is read into the field that had it, or into one that a field which is gone may
 * have moved to, or the object is refused.
 */
final class HiddenFieldsTest {

  private enum Owner {
    Root,
    Middle,
    Thing
  }

  private static final Map<Set<Owner>, ClassLoader> VERSIONS = new HashMap<>();

  static {
    subsets(EnumSet.allOf(Owner.class)).forEach(owners -> VERSIONS.put(owners, version(owners)));
  }

  private static ClassLoader version(Set<Owner> owners) {
    return new SourceLoader(
        source(Owner.Root, "implements java.io.Serializable", owners),
        source(Owner.Middle, "extends Root", owners),
        source(Owner.Thing, "extends Middle", owners));
  }

  private static String source(Owner owner, String above, Set<Owner> owners) {
    return "public class %s %s { private static final long serialVersionUID = 1; %s }"
        .formatted(owner, above, owners.contains(owner) ? "String a;" : "");
  }

  private static List<Set<Owner>> subsets(Set<Owner> of) {
    List<Set<Owner>> all = new ArrayList<>(List.of(EnumSet.noneOf(Owner.class)));
    for (Owner owner : of) {
      for (Set<Owner> without : List.copyOf(all)) {
        Set<Owner> with = EnumSet.of(owner);
        with.addAll(without);
        all.add(with);
      }
    }
    return all;
  }

  @TestFactory
  Stream<DynamicTest> decodeWhenAHiddenFieldComesOrGoesThenNoValueIsInAnothersField() {
    return Serializer.WITH_OPTIONS.stream()
        .map(serializer -> DynamicTest.dynamicTest(serializer.title(), () -> check(serializer)));
  }

  /** A record of an earlier format, in which the lowest field never had the name of its class. */
  @TestFactory
  Stream<DynamicTest> decodeWhenRecordIsOfTheFormerFormatThenEachFieldHasItsValue() {
    Map<String, String> records =
        Map.of(
            "kryo", "AQAAgVRoaW7nAQOCYQlSb290LuEJAW9mIFRoaW7nAW9mIFJvb/Q=",
            "xstream",
                "AQAFAWdyYXBoAgABAWMABQFUaGluZwMAAQFpAQEAAQFhBAgBb2YgVGhpbmcFAQAGAVJvb3Q6YQQHAW9m"
                    + "IFJvb3QFBQ==",
            "javolution",
                "PG8gLmM9IlRoaW5nIiAuaT0iMSI+PG8gLm49ImEiIC50PSJvZiBUaGluZyIvPjxvIC5uPSJSb290OmEi"
                    + "IC50PSJvZiBSb290Ii8+PC9vPg==");
    return Serializer.ALL.stream()
        .filter(serializer -> records.containsKey(serializer.title()))
        .map(
            serializer ->
                DynamicTest.dynamicTest(
                    serializer.title(),
                    () -> {
                      byte[] bytes = Base64.getDecoder().decode(records.get(serializer.title()));
                      assertEquals("of Root, of Thing", values(serializer, bytes, Owner.values()));
                      assertEquals("of Root", values(serializer, bytes, Owner.Root));
                      assertEquals("of Thing", values(serializer, bytes, Owner.Thing));
                    }));
  }

  private static String values(Serializer serializer, byte[] bytes, Owner... after)
      throws ReflectiveOperationException {
    Set<Owner> owners = EnumSet.copyOf(List.of(after));
    owners.remove(Owner.Middle);
    ClassLoader version = loader(owners);
    Object thing = serializer.transcoder(version).decode(bytes);
    List<String> values = new ArrayList<>();
    for (Owner owner : owners) {
      values.add(String.valueOf(field(version, owner).get(thing)));
    }
    return String.join(", ", values);
  }

  private static void check(Serializer serializer) throws ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    for (Set<Owner> before : VERSIONS.keySet()) {
      for (Set<Owner> empty : subsets(before)) {
        byte[] bytes = written(serializer, before, empty);
        for (Set<Owner> after : VERSIONS.keySet()) {
          String found = look(serializer, bytes, before, empty, after);
          if (found != null) {
            wrong.add("%s (null in %s) to %s: %s".formatted(before, empty, after, found));
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static byte[] written(Serializer serializer, Set<Owner> owners, Set<Owner> empty)
      throws ReflectiveOperationException {
    ClassLoader version = loader(owners);
    Object thing = version.loadClass("Thing").getConstructor().newInstance();
    for (Owner owner : owners) {
      field(version, owner).set(thing, empty.contains(owner) ? null : owner.name());
    }
    return serializer.transcoder(version).encode(thing);
  }

  /** What is wrong, null if nothing is. */
  private static @Nullable String look(
      Serializer serializer, byte[] bytes, Set<Owner> before, Set<Owner> empty, Set<Owner> after)
      throws ReflectiveOperationException {
    ClassLoader version = loader(after);
    Object thing;
    try {
      thing = serializer.transcoder(version).decode(bytes);
    } catch (TranscoderException e) {
      boolean plain = before.equals(after) || (before.size() < 2 && after.size() < 2);
      return plain && !serializer.title().contains("FieldSerializers") ? "refused" : null;
    }
    for (Owner owner : after) {
      Object value = field(version, owner).get(thing);
      boolean right =
          before.contains(owner)
              ? (empty.contains(owner) ? value == null : owner.name().equals(value))
              : value == null || isGone(value, before, after);
      if (!right) {
        return owner + " has the value of " + value;
      }
    }
    return null;
  }

  private static boolean isGone(Object value, Set<Owner> before, Set<Owner> after) {
    Owner former = Owner.valueOf(value.toString());
    return before.contains(former) && !after.contains(former);
  }

  private static ClassLoader loader(Set<Owner> owners) {
    ClassLoader loader = VERSIONS.get(owners);
    return loader == null ? fail("no such version: " + owners) : loader;
  }

  private static Field field(ClassLoader version, Owner owner) throws ReflectiveOperationException {
    Field field = version.loadClass(owner.name()).getDeclaredField("a");
    field.setAccessible(true);
    return field;
  }
}
