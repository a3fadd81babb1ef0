package io.holdfast.core.transcoder.filter;

import java.util.List;

/**
 * Classes that published deserialization attacks are built from. The list is a second fence: the
 * first is that only allowed classes are read at all. Sources: the gadget chains of the ysoserial
 * and marshalsec projects, the default denials of XStream 1.4.21, and what was tried here.
 */
public final class KnownGadgets {

  /** Packages, with their final dot, or classes, which stand for those nested in them too. */
  private static final List<String> NAMES =
      List.of(
          "bsh.",
          "clojure.",
          "com.caucho.",
          "com.fasterxml.jackson.databind.node.POJONode",
          "com.google.common.collect.UsingToStringOrdering",
          "com.mchange.",
          "com.rometools.rome.feed.impl.",
          "com.sun.",
          "com.vaadin.data.util.",
          "com.zaxxer.hikari.",
          "groovy.lang.Closure",
          "groovy.lang.GroovyShell",
          "groovy.util.Expando",
          "java.beans.",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.ProcessImpl",
          "java.lang.Runtime",
          "java.lang.Thread",
          "java.lang.ThreadGroup",
          "java.lang.ThreadLocal",
          "java.net.URLClassLoader",
          "java.rmi.",
          "java.security.SignedObject",
          "java.util.ServiceLoader",
          "java.util.logging.",
          "java.util.zip.ZipFile",
          "javassist.",
          "javax.activation.",
          "javax.crypto.SealedObject",
          "javax.imageio.",
          "javax.management.",
          "javax.naming.",
          "javax.script.",
          "javax.sql.rowset.",
          "javax.swing.",
          "javax.xml.transform.",
          "jdk.",
          "net.bytebuddy.",
          "net.sf.ehcache.transaction.",
          "net.sf.json.",
          "org.apache.batik.",
          "org.apache.bcel.",
          "org.apache.click.control.",
          "org.apache.commons.beanutils.BeanComparator",
          "org.apache.commons.beanutils.BeanMap",
          "org.apache.commons.beanutils2.",
          "org.apache.commons.collections.Transformer",
          "org.apache.commons.collections.comparators.",
          "org.apache.commons.collections.functors.",
          "org.apache.commons.collections.keyvalue.TiedMapEntry",
          "org.apache.commons.collections.map.LazyMap",
          "org.apache.commons.collections.map.DefaultedMap",
          "org.apache.commons.collections4.comparators.",
          "org.apache.commons.collections4.functors.",
          "org.apache.commons.collections4.keyvalue.TiedMapEntry",
          "org.apache.commons.collections4.map.LazyMap",
          "org.apache.commons.collections4.map.DefaultedMap",
          "org.apache.commons.configuration.",
          "org.apache.commons.configuration2.",
          "org.apache.commons.dbcp.",
          "org.apache.commons.dbcp2.",
          "org.apache.commons.fileupload.disk.",
          "org.apache.commons.lang3.compare.ObjectToStringComparator",
          "org.apache.commons.lang3.event.",
          "org.apache.ibatis.datasource.",
          "org.apache.ibatis.executor.loader.",
          "org.apache.myfaces.view.facelets.el.",
          "org.apache.openjpa.ee.",
          "org.apache.tomcat.dbcp.",
          "org.apache.wicket.util.upload.",
          "org.apache.xalan.",
          "org.apache.xbean.naming.",
          "org.aspectj.weaver.",
          "org.codehaus.groovy.runtime.",
          "org.hibernate.engine.spi.TypedValue",
          "org.hibernate.property.",
          "org.hibernate.tuple.component.",
          "org.jboss.interceptor.",
          "org.jboss.weld.interceptor.",
          "org.mozilla.javascript.",
          "org.python.",
          "org.quartz.utils.",
          "org.springframework.aop.",
          "org.springframework.beans.factory.",
          "org.springframework.beans.support.PropertyComparator",
          "org.springframework.context.support.",
          "org.springframework.core.SerializableTypeWrapper",
          "org.springframework.expression.",
          "org.springframework.jndi.",
          "org.springframework.transaction.jta.",
          "scala.sys.process.",
          "sun.");

  /** Harmless in the midst of these: values of the JDK and Groovy, the view states of Mojarra. */
  private static final List<String> HARMLESS =
      List.of(
          "com.sun.faces.",
          "com.sun.org.apache.xerces.internal.jaxp.datatype.DurationImpl",
          "com.sun.org.apache.xerces.internal.jaxp.datatype.XMLGregorianCalendarImpl",
          "javax.naming.ldap.LdapName",
          "org.codehaus.groovy.runtime.GStringImpl",
          "sun.security.ec.ECPrivateKeyImpl",
          "sun.security.ec.ECPublicKeyImpl",
          "sun.security.rsa.RSAPrivateCrtKeyImpl",
          "sun.security.rsa.RSAPrivateKeyImpl",
          "sun.security.rsa.RSAPublicKeyImpl",
          "sun.util.calendar.ZoneInfo");

  private KnownGadgets() {}

  public static boolean matches(String className) {
    return isIn(NAMES, className) && !isIn(HARMLESS, className);
  }

  private static boolean isIn(List<String> names, String className) {
    for (String name : names) {
      if (className.startsWith(name) && (name.endsWith(".") || endsAt(className, name.length()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsAt(String className, int length) {
    return className.length() == length || className.charAt(length) == '$';
  }
}
