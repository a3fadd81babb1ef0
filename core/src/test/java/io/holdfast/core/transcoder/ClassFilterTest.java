package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.core.transcoder.filter.KnownGadgets;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ClassFilterTest {

  private static final ClassLoader HERE = ClassFilterTest.class.getClassLoader();

  /** The filter of an application that this class is no part of. */
  private static ClassFilter filter(String allowedClasses) {
    return ClassFilter.create(new URLClassLoader(new URL[0], HERE), allowedClasses);
  }

  private static TranscoderException refusal(Runnable call) {
    return assertThrows(TranscoderException.class, call::run);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        int.class,
        int[][].class,
        String.class,
        UUID[].class,
        ArrayList.class,
        Map.class,
        IllegalStateException.class,
        Runnable.class,
        java.net.URL.class
      })
  void allowsWhenClassIsAValueOfTheJdkThenIsTrue(Class<?> type) {
    assertTrue(filter("").allows(type));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Thread.class,
        Runtime.class,
        ProcessBuilder.class,
        ClassLoader.class,
        java.net.URLClassLoader.class,
        java.security.SignedObject.class,
        java.util.Timer.class,
        java.util.Scanner.class
      })
  void allowsWhenClassOfTheJdkActsThenIsFalse(Class<?> type) {
    assertFalse(filter("").allows(type));
  }

  /** Each dimension is a class of its own, which stays until its loader goes. */
  @ParameterizedTest
  @ValueSource(strings = {"[[[[[Ljava.util.UUID;", "[[[[[I", "[[[[[[[[[Ljava.lang.String;"})
  void resolveWhenArrayHasMoreThanFourDimensionsThenIsRejectedBeforeThereIsAClass(String name) {
    ClassFilter filter = filter("");

    TranscoderException e = refusal(() -> filter.resolve(name));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
    assertTrue(String.valueOf(e.getMessage()).contains("more than 4 dimensions"), e.getMessage());
    assertEquals(1, filter.rejections());
  }

  @Test
  void resolveWhenArrayHasFourDimensionsThenIsResolved() {
    assertSame(UUID[][][][].class, filter("").resolve("[[[[Ljava.util.UUID;"));
    assertSame(int[][][][].class, filter("").resolve("[[[[I"));
  }

  /** A class that a loader was asked for under the name of an array stays with that loader. */
  @Test
  void resolveWhenElementOfAnArrayIsRefusedThenNoClassOfTheArrayIsMade() {
    List<String> asked = new ArrayList<>();
    ClassLoader loader =
        new ClassLoader(HERE) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            return super.loadClass(name, resolve);
          }
        };
    String element = ClassFilterTest.class.getName();

    TranscoderException e =
        refusal(() -> ClassFilter.create(loader, "").resolve("[[L" + element + ";"));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
    assertEquals(List.of(element), asked);
  }

  @Test
  void checkWritableWhenArrayHasMoreThanFourDimensionsThenNoEntryIsSaidToAllowIt() {
    ClassFilter filter = filter("");

    TranscoderException e = refusal(() -> filter.checkWritable(UUID[][][][][].class));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
    assertFalse(filter.allows(int[][][][][].class));
    assertEquals("", filter.allowedClassesReport());
  }

  @Test
  void allowsWhenClassBelongsToTheApplicationThenIsTrue() {
    ClassFilter filter = ClassFilter.create(HERE, ClassFilterTest.class::equals, "");

    assertTrue(filter.allows(ClassFilterTest.class));
    assertTrue(filter.allows(ClassFilterTest[][].class));
  }

  @Test
  void allowsWhenTheApplicationOnlyBringsTheClassAlongThenIsFalse() {
    assertFalse(ClassFilter.create(HERE, "").allows(ClassFilterTest.class));
    assertFalse(ClassFilter.create(HERE, ClassFilterTest.class::equals, "").allows(Visible.class));
  }

  @Test
  void allowsWhenEntryTakesAwayWhatIsTheApplicationsThenIsFalse() {
    ClassFilter filter = ClassFilter.create(HERE, type -> true, "!io.holdfast.**");

    assertFalse(filter.allows(ClassFilterTest.class));
  }

  /** Else an application that contains everything would open Tomcat's libraries too. */
  @Test
  void allowsWhenLoaderAboveDefinesTheClassThenTheApplicationIsNotAsked() {
    ClassFilter filter = ClassFilter.create(new URLClassLoader(new URL[0], HERE), type -> true, "");

    assertFalse(filter.allows(ClassFilterTest.class));
  }

  @Test
  void allowsWhenAllOfTheApplicationIsOpenThenWhatItsLoaderDefinesAlone() {
    ClassLoader application = new URLClassLoader(new URL[0], HERE);

    assertTrue(ClassFilter.create(HERE, "@application").allows(ClassFilterTest.class));
    assertFalse(ClassFilter.create(application, "@application").allows(ClassFilterTest.class));
  }

  @Test
  void allowsWhenAllOfTheApplicationIsOpenThenNeitherWhatIsTakenAwayNorKnownGadgets() {
    String name = ClassFilterTest.class.getName();
    ClassFilter without = ClassFilter.create(HERE, "@application !" + name);
    ClassFilter known =
        ClassFilter.create(
            HERE, ApplicationClasses.NONE, "@application", name::equals, System.getLogger("test"));

    assertFalse(without.allows(ClassFilterTest.class));
    assertTrue(without.allows(ClassFilter.class));
    assertFalse(known.allows(ClassFilterTest.class));
  }

  @Test
  void createWhenThereIsNoSuchPresetThenNamesAll() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> filter("@struts"));

    assertEquals(
        "there is no preset \"@struts\" but @application, @faces, @hibernate,"
            + " @keycloak, @omnifaces, @pac4j, @primefaces, @shiro, @spring-mvc,"
            + " @spring-oauth2, @spring-security, @spring-webflow, @tomcat-manager, @tomee,"
            + " @vaadin, @wicket",
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.commons.beanutils2.BeanComparator",
        "org.apache.commons.beanutils2.BeanMap",
        "groovy.lang.GroovyShell",
        "org.springframework.beans.support.PropertyComparator",
        "org.springframework.expression.spel.standard.SpelExpression",
        "org.springframework.context.support.ClassPathXmlApplicationContext",
        "org.apache.commons.lang3.compare.ObjectToStringComparator",
        "org.apache.commons.lang3.event.EventUtils$EventBindingInvocationHandler",
        "org.aspectj.weaver.tools.cache.SimpleCache$StoreableCachingMap",
        "org.apache.ibatis.executor.loader.javassist.JavassistSerialStateHolder",
        "org.apache.ibatis.datasource.jndi.JndiDataSourceFactory",
        "com.google.common.collect.UsingToStringOrdering",
        "com.fasterxml.jackson.databind.node.POJONode",
        "tools.jackson.databind.node.POJONode",
        "com.alibaba.fastjson.JSONArray",
        "com.alibaba.fastjson.JSONObject",
        "com.alibaba.fastjson2.JSONArray",
        "com.alibaba.fastjson2.JSONObject",
        "ch.qos.logback.core.db.JNDIConnectionSource",
        "com.atomikos.icatch.jta.RemoteClientUserTransaction",
        "com.feilong.core.util.comparator.PropertyComparator",
        "org.apache.commons.collections.map.LazySortedMap",
        "org.apache.commons.collections.map.TransformedMap",
        "org.apache.commons.collections.set.TransformedSet",
        "org.apache.commons.collections4.list.TransformedList",
        "org.apache.commons.collections4.map.TransformedSortedMap",
        "org.apache.commons.collections4.map.TransformedMap$Nested",
        "org.codehaus.groovy.runtime.MethodClosure",
        "org.eclipse.collections.api.block.comparator.FunctionComparator",
        "org.eclipse.collections.impl.block.comparator.FunctionComparator",
        "scala.collection.immutable.LazyList$SerializationProxy"
      })
  void resolveWhenAGadgetIsAllowedByAWildcardThenIsRejectedBeforeItIsLookedFor(String gadget) {
    ClassFilter filter = filter("org.** com.** groovy.** tools.** ch.** scala.**");

    TranscoderException e = refusal(() -> filter.resolve(gadget));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        java.util.logging.Level.class,
        javax.management.ObjectName.class,
        javax.naming.CompositeName.class,
        javax.naming.directory.BasicAttributes.class,
        javax.sql.rowset.serial.SerialBlob.class,
        javax.swing.tree.TreePath.class,
        java.rmi.server.UID.class
      })
  void allowsWhenAHarmlessClassBesideGadgetsIsNamedThenIsTrue(Class<?> type) {
    assertTrue(filter(type.getName()).allows(type));
  }

  @Test
  void allowsWhenAnExceptionIsBesideGadgetsThenIsTrue() {
    assertTrue(filter("").allows(javax.naming.NamingException.class));
    assertFalse(filter("").allows(javax.management.BadAttributeValueExpException.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.springframework.context.support.DefaultMessageSourceResolvable",
        "org.apache.commons.collections4.comparators.NullComparator",
        "org.quartz.utils.DirtyFlagMap",
        "com.sun.security.auth.UserPrincipal",
        "clojure.lang.PersistentVector"
      })
  void matchesWhenAClassOfALibraryIsBesideGadgetsThenIsFalse(String name) {
    assertFalse(KnownGadgets.matches(name));
  }

  static class OwnReference extends javax.naming.Reference {
    private static final long serialVersionUID = 1;

    OwnReference() {
      super("x");
    }
  }

  @Test
  void allowsWhenAClassExtendsAGadgetThenIsFalseAndTheMessageNamesIt() {
    ClassFilter filter = ClassFilter.create(HERE, type -> true, OwnReference.class.getName());

    TranscoderException e = refusal(() -> filter.check(OwnReference[].class));

    assertFalse(filter.allows(OwnReference.class));
    assertTrue(
        String.valueOf(e.getMessage()).contains("it extends javax.naming.Reference"),
        e.getMessage());
    refusal(() -> filter.checkWritable(OwnReference.class));
    assertEquals("", filter.allowedClassesReport());
  }

  @Test
  void allowsWhenClassIsOfALoaderAboveThenIsFalse() {
    assertFalse(filter("").allows(ClassFilterTest.class));
    assertFalse(filter("").allows(ClassFilterTest[].class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.holdfast.core.transcoder.ClassFilterTest",
        "io.holdfast.core.transcoder.*",
        "io.holdfast.**",
        "com.acme.Cart, io.holdfast.core.transcoder.ClassFilterTest",
        "com.acme.Cart\n\tio.holdfast.core.transcoder.ClassFilterTest"
      })
  void allowsWhenAnEntryMatchesThenIsTrue(String allowedClasses) {
    assertTrue(filter(allowedClasses).allows(ClassFilterTest.class));
    assertTrue(filter(allowedClasses).allows(ClassFilterTest[].class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.holdfast.core.transcoder.ClassFilter",
        "io.holdfast.*",
        "io.holdfast.core.transcoder.ClassFilterTest, !io.holdfast.core.**"
      })
  void allowsWhenNoEntryMatchesOrOneTakesAwayThenIsFalse(String allowedClasses) {
    assertFalse(filter(allowedClasses).allows(ClassFilterTest.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.naming.**", "java.**", "javax.crypto.SealedObject"})
  void allowsWhenEntryNamesAGadgetThenIsFalseStill(String allowedClasses) {
    ClassFilter filter = filter(allowedClasses);

    assertFalse(filter.allows(javax.naming.Reference.class));
    assertFalse(filter.allows(java.rmi.MarshalledObject.class));
    assertFalse(filter.allows(javax.crypto.SealedObject.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"com.acme.", "com..acme", "*", "**", "com.*.acme", "com.acme.***", "!", "1x"})
  void createWhenEntryIsNoneThenNamesIt(String entry) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> filter("com.acme.Ok " + entry));

    assertTrue(String.valueOf(e.getMessage()).contains('"' + entry + '"'), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"int,int", "void,void", "[I,[I", "java.lang.String,java.lang.String"})
  void resolveWhenClassIsAllowedThenIsFoundByItsBinaryName(String name, String found) {
    assertEquals(found, filter("").resolve(name).getName());
  }

  @Test
  void resolveWhenClassIsNotAllowedThenRejects() {
    ClassFilter filter = filter("");

    TranscoderException e = refusal(() -> filter.resolve(ClassFilterTest.class.getName()));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.acme.Gone", "", " ", "[", "[[L;", "no\nclass", "java/lang/String"})
  void resolveWhenThereIsNoSuchClassThenIsUnreadable(String name) {
    ClassFilter filter = filter("");

    TranscoderException e = refusal(() -> filter.resolve(name));

    assertEquals(Reason.UNREADABLE, e.reason());
    assertFalse(String.valueOf(e.getMessage()).contains("\n"), e.getMessage());
  }

  @Test
  void resolveWhenNameIsVeryLongThenRejectsWithAShortMessage() {
    ClassFilter filter = filter("");

    TranscoderException e = refusal(() -> filter.resolve("x".repeat(1_000_000)));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
    assertTrue(String.valueOf(e.getMessage()).length() < 1_000, e.getMessage());
  }

  @Test
  void checkWritableWhenNameLeadsToAnotherClassThenRefuses() throws ReflectiveOperationException {
    ClassFilter filter = ClassFilter.create(HERE, type -> true, "");
    Class<?> stranger =
        new io.holdfast.core.transcoder.kit.SourceLoader("public class Stranger {}")
            .loadClass("Stranger");

    TranscoderException e = refusal(() -> filter.checkWritable(stranger));

    assertEquals(Reason.UNWRITABLE, e.reason());
  }

  @Test
  void resolveProxyWhenAskedTwiceThenIsTheSameClass() {
    ClassFilter filter = filter("");

    assertSame(
        filter.resolveProxy("java.lang.Runnable", "java.lang.Comparable"),
        filter.resolveProxy("java.lang.Runnable", "java.lang.Comparable"));
  }

  @Test
  void resolveProxyWhenAnInterfaceIsNotAllowedThenRejects() {
    ClassFilter filter = filter("");

    TranscoderException e =
        refusal(() -> filter.resolveProxy("java.lang.Runnable", Hidden.class.getName()));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
  }

  interface Hidden {}

  @Test
  void checkWhenAnInterfaceOfAProxyIsNotAllowedThenNamesTheInterface() {
    Object proxy =
        Proxy.newProxyInstance(
            HERE, new Class<?>[] {Runnable.class, Visible.class}, (self, method, args) -> null);

    TranscoderException e = refusal(() -> filter("").check(proxy.getClass()));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
    assertEquals(
        "class %1$s is not allowed in sessions; if the application needs it, add it: allowedClasses=\"%1$s\""
            .formatted(Visible.class.getName()),
        e.getMessage());
  }

  /** Public, as the interfaces of beans are, so that the proxy is in a package of the JDK. */
  public interface Visible {}

  /** Reading a sorted collection would call its handler. */
  @Test
  void resolveProxyWhenProxyIsAComparatorThenRejects() {
    ClassFilter filter = ClassFilter.create(HERE, type -> true, "");

    TranscoderException e =
        refusal(() -> filter.resolveProxy("java.io.Serializable", "java.util.Comparator"));

    assertEquals(Reason.REJECTED_CLASS, e.reason());
  }

  @Test
  void checkWritableWhenProxyIsAComparatorThenRejects() {
    ClassFilter filter = ClassFilter.create(HERE, type -> true, "");
    Object proxy =
        Proxy.newProxyInstance(HERE, new Class<?>[] {Ordered.class}, (self, method, args) -> null);

    TranscoderException e = refusal(() -> filter.checkWritable(proxy.getClass()));

    assertEquals(
        "class java.util.Comparator is not allowed in sessions as the interface of a proxy:"
            + " reading a sorted collection would call the proxy's handler",
        e.getMessage());
  }

  /** A comparator by another name. */
  public interface Ordered extends Comparator<Object> {}

  @Test
  void resolveProxyWhenNotOfInterfacesThenIsUnreadable() {
    ClassFilter filter = filter("");

    TranscoderException e = refusal(() -> filter.resolveProxy("java.lang.String"));

    assertEquals(Reason.UNREADABLE, e.reason());
  }

  @Test
  void resolveProxyWhenListsAreMadeUpWithoutEndThenIsLimited() {
    ClassFilter filter = filter("");
    List<String> names =
        new ArrayList<>(
            List.of(
                "java.lang.Runnable",
                "java.lang.Comparable",
                "java.lang.CharSequence",
                "java.lang.Iterable",
                "java.io.Serializable",
                "java.lang.Cloneable",
                "java.util.function.Supplier"));
    Random random = new Random(3);

    TranscoderException e =
        refusal(
            () -> {
              for (int i = 0; i < 2_000; i++) {
                Collections.shuffle(names, random);
                filter.resolveProxy(names.toArray(new String[0]));
              }
            });

    assertEquals(Reason.LIMIT_EXCEEDED, e.reason());
  }
}
