package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ClassMembers;
import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.security.cert.X509Certificate;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;
import javax.naming.ldap.LdapName;

/**
 * Estimates in bytes what an object takes on the heap: its header, its fields, and what an empty
 * instance of its class brings along. What its elements take is in proportion to their bytes in the
 * record, and does not count. The estimate depends on the class alone, and on no flag of the
 * virtual machine, so that all Tomcats come to the same.
 */
@SuppressWarnings("JdkObsolete")
final class HeapWeight {

  private static final int HEADER = 16;
  private static final int REFERENCE = 4;
  private static final int LARGEST_PRIMITIVE = 8;

  /** Bytes per character of an address, which keeps its parts beside its text. */
  private static final int ADDRESS_PER_CHARACTER = 16;

  /** Bytes per character of a name whose parts are objects of their own. */
  private static final int NAME_PER_CHARACTER = 64;

  /**
   * What an empty instance brings along beside its own fields: its table, its nodes, its locks. The
   * figures are those of a 64-bit virtual machine with compressed references, rounded up.
   */
  private static final Map<Class<?>, Integer> BROUGHT_ALONG =
      Map.ofEntries(
          Map.entry(ArrayBlockingQueue.class, 160),
          Map.entry(ArrayDeque.class, 88),
          Map.entry(ConcurrentHashMap.KeySetView.class, 64),
          Map.entry(ConcurrentLinkedDeque.class, 24),
          Map.entry(ConcurrentLinkedQueue.class, 24),
          Map.entry(ConcurrentSkipListMap.class, 96),
          Map.entry(ConcurrentSkipListSet.class, 144),
          Map.entry(CopyOnWriteArrayList.class, 32),
          Map.entry(CopyOnWriteArraySet.class, 56),
          Map.entry(DecimalFormat.class, 200),
          Map.entry(EnumMap.class, 64),
          Map.entry(GregorianCalendar.class, 400),
          Map.entry(HashSet.class, 56),
          Map.entry(Hashtable.class, 64),
          Map.entry(IdentityHashMap.class, 272),
          Map.entry(LinkedBlockingDeque.class, 160),
          Map.entry(LinkedBlockingQueue.class, 240),
          Map.entry(Pattern.class, 200),
          Map.entry(PriorityBlockingQueue.class, 160),
          Map.entry(PriorityQueue.class, 64),
          Map.entry(Properties.class, 64),
          Map.entry(ReentrantLock.class, 32),
          Map.entry(ReentrantReadWriteLock.class, 120),
          Map.entry(SimpleDateFormat.class, 200),
          Map.entry(StringBuffer.class, 32),
          Map.entry(StringBuilder.class, 32),
          Map.entry(TreeSet.class, 48),
          Map.entry(Vector.class, 56),
          Map.entry(WeakHashMap.class, 152),
          Map.entry(X509Certificate.class, 4_000));

  private record Weight(int ofEmpty, boolean runsCode) {}

  private static final ClassValue<Weight> KNOWN =
      ClassMembers.known(type -> new Weight(weigh(type), isReadByItself(type)));

  private HeapWeight() {}

  /** What an empty instance takes; an array is weighed without its elements. */
  static int ofEmpty(Class<?> type) {
    return KNOWN.get(type).ofEmpty();
  }

  /**
   * Returns whether code of the class runs when JDK serialization reads an instance, and may
   * allocate.
   */
  static boolean runsCode(Class<?> type) {
    return KNOWN.get(type).runsCode();
  }

  /** What an object copies, when JDK serialization reads it, of a text that others may share. */
  static long ofCopied(Object object) {
    if (object instanceof URI || object instanceof URL) {
      return (long) ADDRESS_PER_CHARACTER * object.toString().length();
    }
    return object instanceof LdapName ? (long) NAME_PER_CHARACTER * object.toString().length() : 0;
  }

  private static int weigh(Class<?> type) {
    int weight = HEADER;
    for (Class<?> c = type; c != null && !c.isArray(); c = c.getSuperclass()) {
      weight += BROUGHT_ALONG.getOrDefault(c, 0) + fieldsOf(c);
    }
    return weight;
  }

  private static int fieldsOf(Class<?> type) {
    int weight = 0;
    try {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          weight += isLarge(field.getType()) ? LARGEST_PRIMITIVE : REFERENCE;
        }
      }
    } catch (LinkageError e) {
      return 0; // the type of a field is missing: it cannot be written or read either
    }
    return weight;
  }

  private static boolean isLarge(Class<?> type) {
    return type == long.class || type == double.class;
  }

  private static boolean isReadByItself(Class<?> type) {
    if (type.isRecord() || Externalizable.class.isAssignableFrom(type)) {
      return true;
    }
    return ClassMembers.declare(
        ClassMembers.upwards(type),
        method -> ClassMembers.isReadResolve(method) || ClassMembers.isReadObject(method));
  }
}
