package io.holdfast.core.transcoder.filter;

import java.io.Serializable;
import java.util.Set;

/**
 * The classes of the JDK that are values or collections and so belong into sessions. Among them is
 * {@code java.net.URL}: serializers see to it that reading one asks no name service. Not among them
 * is everything that acts rather than holds.
 */
final class JdkDefaults {

  /** Packages whose serializable classes, throwables and plain interfaces are all values. */
  private static final Set<String> PACKAGES =
      Set.of(
          """
          java.math java.text java.time java.time.chrono java.time.format java.time.temporal
          java.time.zone java.util java.util.concurrent java.util.concurrent.atomic
          java.util.concurrent.locks java.util.function java.util.regex
          """
              .split("\\s+", 0));

  private static final Set<String> CLASSES =
      Set.of(
          """
          com.sun.org.apache.xerces.internal.jaxp.datatype.DurationImpl
          com.sun.org.apache.xerces.internal.jaxp.datatype.XMLGregorianCalendarImpl java.awt.Color
          java.awt.Dimension java.awt.Point java.awt.Rectangle java.beans.PropertyChangeEvent
          java.beans.PropertyChangeSupport java.beans.VetoableChangeSupport java.io.Externalizable
          java.io.File java.io.Serializable java.lang.Boolean java.lang.Byte java.lang.CharSequence
          java.lang.Character java.lang.Class java.lang.Cloneable java.lang.Comparable
          java.lang.Double java.lang.Enum java.lang.Float java.lang.Integer java.lang.Iterable
          java.lang.Long java.lang.Number java.lang.Object java.lang.Record java.lang.Runnable
          java.lang.Short java.lang.StackTraceElement java.lang.String java.lang.StringBuffer
          java.lang.StringBuilder java.lang.Void java.lang.invoke.SerializedLambda
          java.lang.reflect.Proxy java.net.Inet4Address java.net.Inet6Address java.net.InetAddress
          java.net.InetSocketAddress java.net.SocketAddress java.net.URI java.net.URL
          java.nio.charset.Charset java.nio.file.Path java.security.cert.CertPath
          java.security.cert.Certificate java.security.cert.X509Certificate java.sql.Date
          java.sql.Time java.sql.Timestamp java.util.Optional java.util.OptionalDouble
          java.util.OptionalInt java.util.OptionalLong java.util.WeakHashMap
          javax.naming.ldap.LdapName javax.swing.AbstractListModel javax.swing.DefaultComboBoxModel
          javax.swing.DefaultListModel javax.swing.event.EventListenerList
          javax.swing.event.SwingPropertyChangeSupport javax.swing.table.AbstractTableModel
          javax.swing.table.DefaultTableModel javax.swing.tree.DefaultMutableTreeNode
          javax.swing.tree.DefaultTreeModel javax.xml.datatype.Duration
          javax.xml.datatype.XMLGregorianCalendar sun.util.calendar.ZoneInfo
          """
              .split("\\s+", 0));

  private JdkDefaults() {}

  static boolean matches(Class<?> element) {
    ClassLoader definer = element.getClassLoader();
    boolean platform = definer == null || definer == ClassLoader.getPlatformClassLoader();
    if (!platform) {
      return false;
    }
    return (PACKAGES.contains(element.getPackageName()) && isValue(element))
        || CLASSES.contains(outermost(element.getName()))
        || Throwable.class.isAssignableFrom(element);
  }

  private static boolean isValue(Class<?> element) {
    return element.isInterface() || Serializable.class.isAssignableFrom(element);
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
