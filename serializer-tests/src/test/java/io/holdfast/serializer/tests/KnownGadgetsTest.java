package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeListener;
import java.beans.PropertyChangeSupport;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Stream;
import javax.swing.event.TableModelEvent;
import javax.swing.event.TableModelListener;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.DefaultTreeModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Known gadgets are refused, and what is harmless beside them is not, with all serializers. */
final class KnownGadgetsTest {

  private static final ClassLoader APPLICATION = KnownGadgetsTest.class.getClassLoader();

  static final List<Serializer> SERIALIZERS = Serializer.ALL;

  private static Transcoder transcoder(Serializer serializer, String allowedClasses) {
    return serializer.transcoder(
        TranscoderContext.of(
            ClassFilter.create(
                APPLICATION,
                type -> type.getNestHost() == KnownGadgetsTest.class,
                allowedClasses)));
  }

  private static <T> T again(Serializer serializer, String allowedClasses, T value) {
    byte[] bytes = transcoder(serializer, allowedClasses).encode(value);
    @SuppressWarnings("unchecked")
    T read = (T) transcoder(serializer, allowedClasses).decode(bytes);
    return read;
  }

  static class Bean implements Serializable {
    private static final long serialVersionUID = 1;

    final PropertyChangeSupport changes = new PropertyChangeSupport(this);
    String name = "before";

    void rename(String to) {
      String from = name;
      name = to;
      changes.firePropertyChange("name", from, to);
    }
  }

  static class Seen implements PropertyChangeListener, TableModelListener, Serializable {
    private static final long serialVersionUID = 1;

    final ArrayList<Object> events = new ArrayList<>();

    @Override
    public void propertyChange(PropertyChangeEvent event) {
      events.add(event.getNewValue());
    }

    @Override
    public void tableChanged(TableModelEvent event) {
      events.add(event.getFirstRow());
    }
  }

  @ParameterizedTest
  @FieldSource("SERIALIZERS")
  void decodeWhenABeanTellsOfItsChangesThenItDoesAfterwards(Serializer serializer) {
    Bean bean = new Bean();
    bean.changes.addPropertyChangeListener("name", new Seen());

    Bean read = again(serializer, "", bean);

    read.rename("after");
    Seen seen = (Seen) read.changes.getPropertyChangeListeners("name")[0];
    assertEquals(List.of("after"), seen.events);
  }

  @ParameterizedTest
  @FieldSource("SERIALIZERS")
  void decodeWhenAModelOfATableHasAListenerThenBothAreRead(Serializer serializer) {
    DefaultTableModel table = new DefaultTableModel(new Object[][] {{"a", 1}}, new Object[] {1, 2});
    table.addTableModelListener(new Seen());

    DefaultTableModel read = again(serializer, "", table);

    assertEquals("a", read.getValueAt(0, 0));
    read.addRow(new Object[] {"b", 2});
    assertEquals(List.of(1), ((Seen) read.getTableModelListeners()[0]).events);
  }

  /** A node knows its parent, which the other serializers refuse as a cycle, by its name. */
  @Test
  void decodeWhenAModelIsOfATreeThenJavaReadsIt() {
    Serializer serializer = Serializer.ALL.get(0);
    DefaultMutableTreeNode root = new DefaultMutableTreeNode("root");
    root.add(new DefaultMutableTreeNode("leaf"));

    DefaultTreeModel read = again(serializer, "", new DefaultTreeModel(root));

    assertEquals("leaf", ((DefaultMutableTreeNode) read.getRoot()).getChildAt(0).toString());
  }

  @ParameterizedTest
  @FieldSource("SERIALIZERS")
  void decodeWhenALevelIsNamedThenItIsTheSame(Serializer serializer) {
    assertEquals(Level.WARNING, again(serializer, "java.util.logging.Level", Level.WARNING));
  }

  /** Gadgets that are on the class path of these tests, each where everything is allowed. */
  static Stream<String> gadgets() {
    return Stream.of(
        "com.fasterxml.jackson.databind.node.POJONode",
        "com.google.common.collect.UsingToStringOrdering",
        "com.mchange.v2.c3p0.PoolBackedDataSource",
        "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
        "com.sun.org.apache.xpath.internal.objects.XString",
        "com.sun.rowset.JdbcRowSetImpl",
        "groovy.lang.Closure",
        "groovy.util.Expando",
        "java.beans.EventHandler",
        "java.rmi.MarshalledObject",
        "java.rmi.server.RemoteObjectInvocationHandler",
        "java.rmi.server.UnicastRemoteObject",
        "java.security.SignedObject",
        "java.util.logging.FileHandler",
        "javax.crypto.SealedObject",
        "javax.management.BadAttributeValueExpException",
        "javax.management.remote.rmi.RMIConnector",
        "javax.naming.InitialContext",
        "javax.naming.LinkRef",
        "javax.script.ScriptEngineManager",
        "javax.swing.JEditorPane",
        "javax.swing.UIDefaults",
        "javax.swing.undo.UndoManager",
        "net.bytebuddy.ByteBuddy",
        "org.apache.commons.beanutils2.BeanComparator",
        "org.apache.commons.collections4.comparators.TransformingComparator",
        "org.apache.commons.collections4.functors.InvokerTransformer",
        "org.apache.commons.collections4.keyvalue.TiedMapEntry",
        "org.apache.commons.collections4.map.LazyMap",
        "org.apache.commons.collections4.map.TransformedMap",
        "org.apache.commons.lang3.compare.ObjectToStringComparator",
        "org.apache.ibatis.executor.loader.javassist.JavassistProxyFactory",
        "org.aspectj.weaver.tools.cache.SimpleCache",
        "org.codehaus.groovy.runtime.ConvertedClosure",
        "org.codehaus.groovy.runtime.MethodClosure",
        "org.eclipse.collections.impl.block.comparator.FunctionComparator",
        "org.hibernate.engine.spi.TypedValue",
        "org.springframework.aop.framework.AdvisedSupport",
        "org.springframework.beans.factory.support.DefaultListableBeanFactory",
        "org.springframework.beans.support.PropertyComparator",
        "org.springframework.context.support.StaticApplicationContext",
        "sun.reflect.annotation.AnnotationInvocationHandler");
  }

  @ParameterizedTest
  @MethodSource("gadgets")
  void resolveWhenAGadgetIsAllowedByNameThenIsRefusedStill(String gadget)
      throws ClassNotFoundException {
    ClassFilter filter = ClassFilter.create(APPLICATION, type -> true, "@application " + gadget);

    TranscoderException e = assertThrows(TranscoderException.class, () -> filter.resolve(gadget));

    assertEquals(Reason.REJECTED_CLASS, e.reason(), e.getMessage());
    assertFalse(filter.allows(Class.forName(gadget, false, APPLICATION)));
  }

  /** A serializer asks the filter, whatever the object is. */
  @ParameterizedTest
  @FieldSource("SERIALIZERS")
  void encodeWhenAGadgetIsInAnAttributeThenIsRefused(Serializer serializer) {
    List<Object> gadgets =
        List.of(
            new javax.naming.Reference("x"),
            org.apache.commons.collections4.map.LazyMap.lazyMap(
                new java.util.HashMap<>(), () -> ""),
            org.eclipse.collections.impl.block.factory.Comparators.byFunction(Object::toString));
    for (Object gadget : gadgets) {
      Transcoder transcoder = transcoder(serializer, "@application " + gadget.getClass().getName());

      TranscoderException e =
          assertThrows(
              TranscoderException.class,
              () -> transcoder.encode(new ArrayList<>(List.of(gadget))),
              gadget.getClass().getName());

      assertEquals(Reason.REJECTED_CLASS, e.reason(), e.getMessage());
      assertTrue(String.valueOf(e.getMessage()).contains("known from attacks"), e.getMessage());
    }
  }
}
