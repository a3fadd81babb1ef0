package io.holdfast.core.transcoder.filter;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classes that published deserialization attacks are built from. The list is a second fence: the
 * first is that only allowed classes are read at all. Sources: the gadget chains of the ysoserial
 * and marshalsec projects, the default denials of XStream 1.4.21 and of Jackson's {@code
 * SubTypeValidator}, and what was tried here.
 *
 * <p>The list names classes, so that a harmless class beside them can be allowed. It names a
 * package only if nothing in the package is a value: interpreters, connection pools, generators of
 * classes, internals of the JDK.
 */
public final class KnownGadgets {

  /**
   * One in a line: a class, which stands for those nested in it too; with a {@code +} also for its
   * subclasses, wherever they are; a package with its final dot.
   */
  private static final String LIST =
      """
      bsh.
      ch.qos.logback.core.db.
      clojure.core$
      clojure.inspector.
      clojure.lang.AFunction+
      clojure.lang.Agent
      clojure.lang.Delay
      clojure.lang.Iterate
      clojure.lang.LazySeq
      clojure.lang.Namespace
      clojure.lang.Var
      clojure.main$
      cn.hutool.core.comparator.
      cn.hutool.core.map.MapProxy
      cn.hutool.db.
      cn.hutool.json.JSONArray
      cn.hutool.json.JSONObject
      com.alibaba.druid.
      com.alibaba.fastjson.JSONArray
      com.alibaba.fastjson.JSONObject
      com.alibaba.fastjson2.JSONArray
      com.alibaba.fastjson2.JSONObject
      com.atomikos.
      com.caucho.config.
      com.caucho.hessian.client.
      com.caucho.naming.
      com.fasterxml.jackson.databind.node.POJONode
      com.feilong.core.util.comparator.
      com.google.common.collect.UsingToStringOrdering
      com.gs.collections.impl.block.comparator.
      com.ibatis.sqlmap.engine.transaction.jta.
      com.mchange.v2.
      com.mysql.cj.jdbc.admin.MiniAdmin
      com.newrelic.agent.deps.ch.qos.logback.core.db.
      com.nqadmin.rowset.JdbcRowSetImpl
      com.p6spy.engine.spy.P6DataSource
      com.redhat.ceylon.compiler.java.language.SerializationProxy
      com.rometools.rome.feed.impl.
      com.sun.beans.
      com.sun.corba.
      com.sun.deploy.
      com.sun.el.
      com.sun.imageio.
      com.sun.java.
      com.sun.jmx.
      com.sun.jndi.
      com.sun.naming.
      com.sun.net.
      com.sun.org.apache.bcel.
      com.sun.org.apache.xalan.
      com.sun.org.apache.xml.
      com.sun.org.apache.xpath.
      com.sun.rmi.
      com.sun.rowset.
      com.sun.script.
      com.sun.syndication.feed.impl.
      com.sun.tools.
      com.sun.xml.internal.
      com.vaadin.data.util.MethodProperty
      com.vaadin.data.util.MethodPropertyDescriptor
      com.vaadin.data.util.NestedMethodProperty
      com.vaadin.data.util.NestedPropertyDescriptor
      com.vaadin.data.util.PropertysetItem
      com.zaxxer.hikari.
      flex.messaging.util.concurrent.
      groovy.lang.Closure
      groovy.lang.GroovyClassLoader
      groovy.lang.GroovyShell
      groovy.lang.ListWithDefault
      groovy.lang.MapWithDefault
      groovy.lang.Script
      groovy.util.ClosureComparator
      groovy.util.Eval
      groovy.util.Expando
      groovy.util.OrderBy
      jakarta.activation.DataHandler
      jakarta.activation.FileDataSource
      jakarta.activation.URLDataSource
      java.beans.Encoder+
      java.beans.EventHandler
      java.beans.Expression
      java.beans.Statement
      java.beans.XMLDecoder
      java.beans.XMLEncoder
      java.beans.beancontext.BeanContextChildSupport+
      java.beans.beancontext.BeanContextServicesSupport
      java.beans.beancontext.BeanContextSupport
      java.lang.ClassLoader+
      java.lang.Process+
      java.lang.ProcessBuilder
      java.lang.ProcessImpl
      java.lang.Runtime
      java.lang.Thread+
      java.lang.ThreadGroup+
      java.lang.ThreadLocal+
      java.net.URLClassLoader
      java.rmi.MarshalledObject
      java.rmi.activation.
      java.rmi.registry.
      java.rmi.server.RemoteObject+
      java.rmi.server.RemoteObjectInvocationHandler
      java.rmi.server.RemoteRef+
      java.rmi.server.UnicastRemoteObject
      java.security.SignedObject
      java.util.ServiceLoader
      java.util.logging.Handler+
      java.util.logging.FileHandler
      java.util.logging.LogRecord
      java.util.logging.SocketHandler
      java.util.zip.ZipFile
      javassist.
      javax.activation.DataHandler
      javax.activation.FileDataSource
      javax.activation.URLDataSource
      javax.crypto.SealedObject+
      javax.imageio.ImageIO
      javax.imageio.spi.
      javax.management.BadAttributeValueExpException
      javax.management.MBeanServerInvocationHandler
      javax.management.loading.
      javax.management.modelmbean.
      javax.management.openmbean.CompositeDataInvocationHandler
      javax.management.remote.rmi.
      javax.naming.Context+
      javax.naming.InitialContext
      javax.naming.Reference+
      javax.naming.directory.InitialDirContext
      javax.naming.ldap.InitialLdapContext
      javax.naming.ldap.Rdn$RdnEntry
      javax.naming.spi.
      javax.script.CompiledScript+
      javax.script.ScriptEngine+
      javax.script.ScriptEngineManager
      javax.sql.rowset.BaseRowSet+
      javax.swing.AbstractAction+
      javax.swing.JComponent+
      javax.swing.JEditorPane
      javax.swing.MultiUIDefaults
      javax.swing.UIDefaults+
      javax.swing.plaf.
      javax.swing.text.AbstractDocument+
      javax.swing.text.StyleContext+
      javax.swing.undo.
      javax.xml.transform.Templates+
      javax.xml.transform.Transformer+
      jdk.
      jodd.db.connection.DataSourceConnectionProvider
      net.bytebuddy.
      net.sf.ehcache.hibernate.EhcacheJtaTransactionManagerLookup
      net.sf.ehcache.transaction.
      net.sf.json.JSONArray
      net.sf.json.JSONObject
      oracle.jdbc.connector.
      oracle.jdbc.rowset.
      oracle.jms.
      org.apache.activemq.jms.pool.
      org.apache.activemq.pool.
      org.apache.activemq.spring.
      org.apache.aries.transaction.jms.
      org.apache.axis2.
      org.apache.batik.swing.
      org.apache.bcel.util.
      org.apache.click.control.Column$ColumnComparator
      org.apache.commons.beanutils.BeanComparator
      org.apache.commons.beanutils.BeanMap
      org.apache.commons.beanutils.BeanPredicate
      org.apache.commons.beanutils.BeanPropertyValueChangeClosure
      org.apache.commons.beanutils.BeanPropertyValueEqualsPredicate
      org.apache.commons.beanutils.BeanToPropertyValueTransformer
      org.apache.commons.beanutils2.BeanComparator
      org.apache.commons.beanutils2.BeanMap
      org.apache.commons.beanutils2.BeanPredicate
      org.apache.commons.beanutils2.BeanPropertyValueChangeConsumer
      org.apache.commons.beanutils2.BeanPropertyValueEqualsPredicate
      org.apache.commons.beanutils2.BeanToPropertyValueTransformer
      org.apache.commons.collections.Transformer
      org.apache.commons.collections.bag.TransformedBag+
      org.apache.commons.collections.bag.TransformedSortedBag
      org.apache.commons.collections.buffer.TransformedBuffer
      org.apache.commons.collections.collection.TransformedCollection+
      org.apache.commons.collections.comparators.TransformingComparator
      org.apache.commons.collections.functors.
      org.apache.commons.collections.keyvalue.TiedMapEntry
      org.apache.commons.collections.list.LazyList
      org.apache.commons.collections.list.TransformedList
      org.apache.commons.collections.map.DefaultedMap
      org.apache.commons.collections.map.LazyMap+
      org.apache.commons.collections.map.LazySortedMap
      org.apache.commons.collections.map.MultiValueMap
      org.apache.commons.collections.map.TransformedMap+
      org.apache.commons.collections.map.TransformedSortedMap
      org.apache.commons.collections.set.TransformedSet
      org.apache.commons.collections.set.TransformedSortedSet
      org.apache.commons.collections4.Transformer
      org.apache.commons.collections4.bag.TransformedBag+
      org.apache.commons.collections4.bag.TransformedSortedBag
      org.apache.commons.collections4.collection.TransformedCollection+
      org.apache.commons.collections4.comparators.TransformingComparator
      org.apache.commons.collections4.functors.
      org.apache.commons.collections4.keyvalue.TiedMapEntry
      org.apache.commons.collections4.list.LazyList
      org.apache.commons.collections4.list.TransformedList
      org.apache.commons.collections4.map.DefaultedMap
      org.apache.commons.collections4.map.LazyMap+
      org.apache.commons.collections4.map.LazySortedMap
      org.apache.commons.collections4.map.MultiValueMap
      org.apache.commons.collections4.map.TransformedMap+
      org.apache.commons.collections4.map.TransformedSortedMap
      org.apache.commons.collections4.multimap.TransformedMultiValuedMap
      org.apache.commons.collections4.queue.TransformedQueue
      org.apache.commons.collections4.set.TransformedNavigableSet
      org.apache.commons.collections4.set.TransformedSet
      org.apache.commons.collections4.set.TransformedSortedSet
      org.apache.commons.collections4.splitmap.TransformedSplitMap
      org.apache.commons.configuration.ConfigurationMap
      org.apache.commons.configuration.DatabaseConfiguration
      org.apache.commons.configuration.JNDIConfiguration
      org.apache.commons.configuration2.ConfigurationMap
      org.apache.commons.configuration2.DatabaseConfiguration
      org.apache.commons.configuration2.JNDIConfiguration
      org.apache.commons.dbcp.
      org.apache.commons.dbcp2.
      org.apache.commons.fileupload.disk.DiskFileItem
      org.apache.commons.fileupload2.core.DiskFileItem
      org.apache.commons.jelly.impl.Embedded
      org.apache.commons.lang3.compare.ObjectToStringComparator
      org.apache.commons.lang3.event.
      org.apache.commons.proxy.provider.remoting.RmiProvider
      org.apache.cxf.jaxrs.provider.XSLTJaxbProvider
      org.apache.hadoop.shaded.com.zaxxer.hikari.
      org.apache.ibatis.datasource.
      org.apache.ibatis.executor.loader.
      org.apache.ibatis.parsing.XPathParser
      org.apache.ignite.cache.jta.
      org.apache.log4j.receivers.db.
      org.apache.myfaces.el.
      org.apache.myfaces.view.facelets.el.
      org.apache.openjpa.ee.
      org.apache.tomcat.dbcp.
      org.apache.tomcat.util.http.fileupload.disk.DiskFileItem
      org.apache.wicket.util.upload.DiskFileItem
      org.apache.xalan.
      org.apache.xbean.naming.
      org.apache.xbean.propertyeditor.JndiConverter
      org.apache.xpath.objects.
      org.aspectj.weaver.
      org.codehaus.groovy.runtime.ComposedClosure
      org.codehaus.groovy.runtime.ConversionHandler+
      org.codehaus.groovy.runtime.ConvertedClosure
      org.codehaus.groovy.runtime.ConvertedMap
      org.codehaus.groovy.runtime.CurriedClosure
      org.codehaus.groovy.runtime.MethodClosure
      org.codehaus.groovy.runtime.memoize.
      org.eclipse.collections.api.block.comparator.FunctionComparator
      org.eclipse.collections.impl.block.comparator.
      org.eclipse.collections.impl.block.factory.
      org.eclipse.collections.impl.block.function.
      org.hibernate.engine.spi.TypedValue
      org.hibernate.jmx.StatisticsService
      org.hibernate.property.
      org.hibernate.tuple.component.
      org.jboss.interceptor.
      org.jboss.util.propertyeditor.DocumentEditor
      org.jboss.weld.interceptor.
      org.jdom.transform.XSLTransformer
      org.jdom2.transform.XSLTransformer
      org.jsecurity.realm.jndi.
      org.mozilla.javascript.
      org.python.
      org.quartz.utils.JNDIConnectionProvider
      org.quartz.utils.PoolingConnectionProvider
      org.slf4j.ext.EventData
      org.springframework.aop.
      org.springframework.beans.factory.BeanFactory+
      org.springframework.beans.factory.FactoryBean+
      org.springframework.beans.factory.ObjectFactory
      org.springframework.beans.factory.annotation.
      org.springframework.beans.factory.config.
      org.springframework.beans.factory.support.
      org.springframework.beans.support.PropertyComparator
      org.springframework.context.support.AbstractApplicationContext
      org.springframework.context.support.ClassPathXmlApplicationContext
      org.springframework.context.support.FileSystemXmlApplicationContext
      org.springframework.context.support.GenericXmlApplicationContext
      org.springframework.core.SerializableTypeWrapper
      org.springframework.core.convert.support.ConvertingComparator
      org.springframework.expression.
      org.springframework.jndi.
      org.springframework.transaction.jta.
      scala.collection.immutable.LazyList
      scala.collection.immutable.Stream
      scala.sys.process.
      sun.
      tools.jackson.databind.node.POJONode
      """;

  /**
   * Harmless classes in these packages: values of the JDK, and the interface of Spring's proxies of
   * scoped beans, which are written as names only.
   */
  private static final String HARMLESS_LIST =
      """
      org.springframework.aop.scope.ScopedObject
      sun.security.ec.ECPrivateKeyImpl
      sun.security.ec.ECPublicKeyImpl
      sun.security.rsa.RSAPrivateCrtKeyImpl
      sun.security.rsa.RSAPrivateKeyImpl
      sun.security.rsa.RSAPublicKeyImpl
      sun.util.calendar.ZoneInfo
      """;

  private static final Names NAMES = Names.of(LIST);
  private static final Names HARMLESS = Names.of(HARMLESS_LIST);

  private KnownGadgets() {}

  /** Returns whether a class of this name is one, or nested in one, or in a package of them. */
  public static boolean matches(String className) {
    return NAMES.contain(className) && !HARMLESS.contain(className);
  }

  /** The names of the list: classes, and packages with their final dot. */
  static List<String> all() {
    return LIST.lines().map(entry -> entry.replace("+", "")).toList();
  }

  /** Returns the superclass or interface that makes this class a gadget; null if there is none. */
  static @Nullable Class<?> above(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (NAMES.roots.contains(c.getName())) {
        return c;
      }
      for (Class<?> face : c.getInterfaces()) {
        Class<?> found = above(face);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** What the lines of a list name. */
  private record Names(Set<String> classes, Set<String> roots, List<String> packages) {

    static Names of(String list) {
      Names names = new Names(new HashSet<>(), new HashSet<>(), new ArrayList<>());
      for (String entry : list.split("\n", 0)) {
        String name = entry.replace("+", "");
        if (entry.endsWith(".") || entry.endsWith("$")) {
          names.packages.add(entry);
        } else {
          names.classes.add(name);
        }
        if (entry.endsWith("+")) {
          names.roots.add(name);
        }
      }
      return names;
    }

    boolean contain(String className) {
      for (int end = className.length(); end > 0; end = className.lastIndexOf('$', end - 1)) {
        if (classes.contains(className.substring(0, end))) {
          return true;
        }
      }
      for (String beginning : packages) {
        if (className.startsWith(beginning)) {
          return true;
        }
      }
      return false;
    }
  }
}
