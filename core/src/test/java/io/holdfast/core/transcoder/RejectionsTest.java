package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.core.transcoder.filter.ClassRules;
import io.holdfast.core.transcoder.filter.KnownGadgets;
import io.holdfast.core.transcoder.filter.Rejections;
import java.net.URL;
import java.net.URLClassLoader;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RejectionsTest {

  private final List<String> lines = new ArrayList<>();

  private final ClassFilter filter =
      ClassFilter.create(
          new URLClassLoader(new URL[0], RejectionsTest.class.getClassLoader()),
          ApplicationClasses.NONE,
          "com.acme.Cart !java.util.UUID",
          KnownGadgets::matches,
          new Lines(lines));

  private record Lines(List<String> lines) implements System.Logger {

    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
      lines.add(level + " " + message);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, Object... parameters) {
      lines.add(level + " " + MessageFormat.format(format, parameters));
    }
  }

  private TranscoderException refused(String name) {
    return assertThrows(TranscoderException.class, () -> filter.resolve(name));
  }

  @Test
  void rejectionsWhenAClassIsRefusedAgainThenEachTimeCounts() {
    filter.resolve(String.class.getName());
    refused(RejectionsTest.class.getName());
    refused(RejectionsTest.class.getName());
    assertThrows(TranscoderException.class, () -> filter.check(RejectionsTest.class));

    assertEquals(3, filter.rejections());
  }

  @Test
  void resolveWhenClassIsRejectedThenTellsTheLineToAdd() {
    refused(RejectionsTest.class.getName());

    assertEquals(
        List.of(
            "WARNING Refused: class io.holdfast.core.transcoder.RejectionsTest is not allowed in"
                + " sessions; if the application needs it, add it:"
                + " allowedClasses=\"io.holdfast.core.transcoder.RejectionsTest\""),
        lines);
  }

  @Test
  void resolveWhenTheToldLineIsAddedThenAllows() {
    String message = String.valueOf(refused(RejectionsTest.class.getName()).getMessage());
    String line = message.replaceFirst(".*allowedClasses=\"(.*)\"", "$1");

    ClassFilter adjusted = ClassFilter.create(filter.loader(), line);

    assertEquals(RejectionsTest.class, adjusted.resolve(RejectionsTest.class.getName()));
  }

  private void refusedOnWriting(Class<?> type) {
    assertThrows(TranscoderException.class, () -> filter.checkWritable(type));
  }

  @Test
  void reportWhenClassesWereRefusedOnWritingThenIsTheLineThatAllowsAll() {
    refusedOnWriting(RejectionsTest.class);
    refusedOnWriting(RejectionsTest[].class);
    refusedOnWriting(Lines.class);

    String report = filter.allowedClassesReport();

    assertEquals(
        "allowedClasses=\"com.acme.Cart, !java.util.UUID, %s, %s\""
            .formatted(RejectionsTest.class.getName(), Lines.class.getName()),
        report);
    ClassFilter adjusted =
        ClassFilter.create(filter.loader(), report.replaceFirst(".*\"(.*)\"", "$1"));
    adjusted.check(RejectionsTest.class);
    adjusted.check(Lines.class);
  }

  /** Otherwise an attacker who can write bytes could make an operator allow any class. */
  @Test
  void reportWhenClassWasRefusedOnReadingAloneThenIsEmpty() {
    refused(RejectionsTest.class.getName());
    refused("com.evil.Gadget");

    assertEquals("", filter.allowedClassesReport());
  }

  @Test
  void reportWhenClassCannotBeAllowedThenDoesNotNameIt() {
    refusedOnWriting(java.util.UUID.class);
    refusedOnWriting(javax.naming.Reference.class);

    assertEquals("", filter.allowedClassesReport());
  }

  @Test
  void resolveWhenClassIsRejectedAgainThenIsSilent() {
    refused(RejectionsTest.class.getName());
    refused(RejectionsTest.class.getName());
    refused("[L" + RejectionsTest.class.getName() + ";");

    assertEquals(1, lines.size());
  }

  @Test
  void resolveWhenClassIsKnownFromAttacksThenDoesNotSayToAddIt() {
    refused("org.apache.commons.collections.functors.InvokerTransformer");

    assertEquals(
        List.of(
            "WARNING Refused: class org.apache.commons.collections.functors.InvokerTransformer is"
                + " not allowed in sessions; it is known from attacks, and cannot be allowed"),
        lines);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.sun.faces.facelets.el.TagValueExpression",
        "org.apache.myfaces.view.facelets.el.ContextAwareTagValueExpression",
        "org.apache.myfaces.view.ViewScopeProxyMap"
      })
  void resolveWhenClassIsInTheStateOfAViewThenSaysHowToKeepItOutOfTheSession(String name) {
    ClassRules rules =
        ClassRules.parse(filter.loader(), ApplicationClasses.NONE, "", KnownGadgets::matches);

    var unused = new Rejections(rules, new Lines(lines)).of(name);

    assertEquals(1, lines.size());
    assertTrue(lines.get(0).contains("SERIALIZE_SERVER_STATE to true"), lines.get(0));
    assertFalse(lines.get(0).contains("allowedClasses=\""), lines.get(0));
  }

  @Test
  void resolveWhenClassIsTakenAwayThenSaysByWhat() {
    refused("java.util.UUID");

    assertTrue(lines.get(0).endsWith("taken away by an entry with \"!\" in allowedClasses"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sun.a\nSEVERE You are hacked",
        "sun.a\r\nb",
        "sun.a\u0000b",
        "sun.a\u001b[2Jb",
        "sun.a\u2028b",
        "sun.a\u0085b",
        "sun.a\u202eb",
        "sun.a\ud800b",
        "sun.{0}",
        "sun.a\" b=\"c"
      })
  void resolveWhenNameHoldsControlCharactersThenTheLineIsOneLine(String name) {
    TranscoderException e = refused(name);

    assertEquals(1, lines.size());
    String told = lines.get(0) + e.getMessage();
    assertTrue(told.chars().allMatch(c -> c >= ' ' && c < 0x7f), told);
    assertFalse(told.contains("class sun.a\" b"), told);
  }

  @Test
  void resolveWhenNameIsOfAnotherScriptThenIsShown() {
    refused("sun.K\u00e4se");

    assertTrue(lines.get(0).contains("sun.K\u00e4se"), lines.get(0));
  }

  @Test
  void resolveWhenNameIsVeryLongThenTheLineIsShort() {
    refused("sun." + "x".repeat(1_000_000));

    assertTrue(lines.get(0).length() < 1_000, lines.get(0));
  }

  @Test
  void resolveWhenNamesAreMadeUpWithoutEndThenTellsSoManyAndSaysSo() {
    for (int i = 0; i < 3 * Rejections.MOST; i++) {
      refused("sun.Made" + i);
    }

    assertEquals(Rejections.MOST + 1, lines.size());
    assertTrue(lines.get(Rejections.MOST).contains("no more will be named"), lines.toString());
  }

  @Test
  void ofGraphWhenVeryManyClassesAreRefusedThenNamesThirtyAndSaysHowManyMore() {
    ClassRules rules =
        ClassRules.parse(
            filter.loader(), ApplicationClasses.NONE, "com.acme.Cart", KnownGadgets::matches);
    List<String> found = IntStream.range(100, 142).mapToObj(i -> "com.lib.Part" + i).toList();

    String message =
        new Rejections(rules, new Lines(lines)).ofGraph(found, "class com.lib.Part100", null);

    assertTrue(message.startsWith("42 classes are not allowed in sessions: com.lib.Part100, "));
    assertTrue(message.contains(", com.lib.Part129 and 12 more; "), message);
    assertTrue(
        message.contains("allowedClasses=\"com.acme.Cart, com.lib.Part100, com.lib.Part101, "),
        message);
    assertTrue(
        message.endsWith(
            ", com.lib.Part129\" and 12 more, see allowedClassesReport of the manager's MBean"),
        message);
    assertTrue(message.length() < 4_000, message);
  }

  @Test
  void ofWhenAClassIsTheJdksThenItsNameIsTheEntry() {
    String message = new Rejections(rules(), new Lines(lines)).of("java.util.Scanner");

    assertTrue(message.endsWith("allowedClasses=\"java.util.Scanner\""), message);
  }

  @Test
  void ofGraphWhenTheFirstClassHasAPlaceThenTheMessageHasIt() {
    String first = new Rejections(rules(), new Lines(lines)).of("com.lib.A") + "; at [\"cart\"]";

    String message =
        new Rejections(rules(), new Lines(lines))
            .ofGraph(
                List.of("com.lib.A", "com.lib.B"), first, "class com.lib.C is not Serializable");

    assertEquals(
        "2 classes are not allowed in sessions: com.lib.A, com.lib.B; if the application needs"
            + " them: allowedClasses=\"com.lib.A, com.lib.B\"; the first is at [\"cart\"]; then:"
            + " class com.lib.C is not Serializable",
        message);
  }

  private ClassRules rules() {
    return ClassRules.parse(filter.loader(), ApplicationClasses.NONE, "", KnownGadgets::matches);
  }
}
