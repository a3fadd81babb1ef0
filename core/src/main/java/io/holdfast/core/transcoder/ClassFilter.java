package io.holdfast.core.transcoder;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.core.transcoder.filter.ClassNames;
import io.holdfast.core.transcoder.filter.ClassRules;
import io.holdfast.core.transcoder.filter.JvmFilter;
import io.holdfast.core.transcoder.filter.KnownGadgets;
import io.holdfast.core.transcoder.filter.Rejections;
import java.io.ObjectInputFilter;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which classes may be written and read, and resolves them. Deny by default.
 *
 * <p>Allowed are value types and collections of the JDK, the classes of the application itself
 * ({@link ApplicationClasses}), and what {@code allowedClasses} adds. That a web application brings
 * a library along does not allow the library's classes. Refused in any case are classes known from
 * deserialization attacks, wherever they come from, proxies that are comparators, and what the
 * filter of the virtual machine refuses ({@code -Djdk.serialFilter}).
 *
 * <p>The syntax of {@code allowedClasses}: entries separated by commas or white space. {@code
 * com.acme.Cart} allows one class and the classes nested in it, {@code com.acme.*} the classes of a
 * package, {@code com.acme.**} those of its subpackages too, {@code @wicket} and other presets what
 * a framework keeps in sessions, {@code @application} all that the loader of the application
 * defines, its libraries among it (only where records are sealed), and an entry that starts with
 * {@code !} takes away, from the defaults, from presets and from classes of the JDK as well.
 * Strings, boxed primitives, {@code Class} and {@code LinkedHashMap} cannot be taken away: every
 * session is made of them.
 */
public final class ClassFilter {

  private static final System.Logger LOG = Loggers.of(ClassFilter.class);
  private static final int LONGEST_NAME = 4_096;
  private static final int MAX_RESOLVED = 10_000;
  private static final int MAX_PROXY_INTERFACES = 100;
  private static final int MAX_PROXY_CLASSES = 1_000;

  private static final Map<String, Class<?>> PRIMITIVES =
      Map.of(
          "boolean", boolean.class,
          "byte", byte.class,
          "char", char.class,
          "short", short.class,
          "int", int.class,
          "long", long.class,
          "float", float.class,
          "double", double.class,
          "void", void.class);

  private final ClassLoader loader;
  private final ClassRules rules;
  private final Rejections rejections;
  private final ClassValue<Boolean> foundByName =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isFoundByName(type);
        }
      };

  /** A loader answers a name always alike, and a verdict is for ever. */
  private final Map<String, Class<?>> resolved = new ConcurrentHashMap<>();

  private final Map<List<String>, Class<?>> proxies = new ConcurrentHashMap<>();

  /** Names of classes that {@link #checkWritable} let pass; null where it lets none pass. */
  private final @Nullable Set<String> found;

  private ClassFilter(
      ClassLoader loader, ClassRules rules, Rejections rejections, @Nullable Set<String> found) {
    this.loader = loader;
    this.rules = rules;
    this.rejections = rejections;
    this.found = found;
  }

  /**
   * Creates a filter that allows values of the JDK and what {@code allowedClasses} names.
   *
   * @param applicationLoader the loader through which classes are resolved
   * @param allowedClasses what is allowed beside the defaults, possibly empty
   * @return a filter for all threads, which counts from 0
   * @throws IllegalArgumentException as {@link #create(ClassLoader, ApplicationClasses, String)}
   *     does
   */
  public static ClassFilter create(ClassLoader applicationLoader, String allowedClasses) {
    return create(applicationLoader, ApplicationClasses.NONE, allowedClasses);
  }

  /**
   * Creates the filter of one web application.
   *
   * @param applicationLoader the loader of the web application; classes are resolved through it
   * @param application which of the classes that the loader or a child of it defines are the
   *     application's own
   * @param allowedClasses what is allowed beside the defaults, possibly empty
   * @return a filter for all threads, which counts from 0
   * @throws IllegalArgumentException if an entry is not a class name, {@code package.*}, {@code
   *     package.**} or a preset, or takes away what every session is made of; the message names the
   *     entry
   */
  public static ClassFilter create(
      ClassLoader applicationLoader, ApplicationClasses application, String allowedClasses) {
    return create(applicationLoader, application, allowedClasses, KnownGadgets::matches, LOG);
  }

  /** With another list of what is refused in any case, and a log of its own. */
  static ClassFilter create(
      ClassLoader applicationLoader,
      ApplicationClasses application,
      String allowedClasses,
      Predicate<String> knownGadgets,
      System.Logger log) {
    ClassRules rules =
        ClassRules.parse(applicationLoader, application, allowedClasses, knownGadgets);
    return new ClassFilter(applicationLoader, rules, new Rejections(rules, log), null);
  }

  /**
   * Returns whether the filter that the operator has set for the virtual machine, with {@code
   * -Djdk.serialFilter}, refuses a step of a stream.
   *
   * @param step as the JDK's stream reports it, or one that another serializer has made up
   * @return false if no filter is set, or it has no opinion
   */
  public static boolean isRejectedByJvm(ObjectInputFilter.FilterInfo step) {
    return JvmFilter.rejects(step);
  }

  /** {@return the loader through which classes are resolved} */
  public ClassLoader loader() {
    return loader;
  }

  /**
   * Resolves a class by its binary name without initializing it: {@code int}, {@code
   * com.acme.Cart$Item}, {@code [Lcom.acme.Cart;}, {@code [[I}. An array of more than four
   * dimensions is refused, before there is a class for it: such classes stay.
   *
   * @param name from bytes that cannot be trusted: at most 4,096 characters, or it is refused
   * @return the class, which is allowed; the same one each time
   * @throws TranscoderException with reason {@link Reason#REJECTED_CLASS} if it is refused, {@link
   *     Reason#UNREADABLE} if there is no such class
   */
  public Class<?> resolve(String name) {
    Class<?> known = resolved.get(name);
    if (known == null) {
      known = resolveAnew(name);
      if (resolved.size() < MAX_RESOLVED) {
        resolved.put(name, known);
      }
    }
    return known;
  }

  private Class<?> resolveAnew(String name) {
    Class<?> primitive = PRIMITIVES.get(name);
    if (primitive != null) {
      return primitive;
    }
    String element = ClassNames.element(name);
    if (name.length() > LONGEST_NAME
        || ClassRules.hasTooManyDimensions(name)
        || rules.isKnownGadget(element)) {
      throw rejection(rejections.of(name));
    }
    try {
      if (ClassNames.isArrayOfObjects(name)) {
        check(Class.forName(element, false, loader)); // before there is a class for the array
      }
      Class<?> type = Class.forName(name, false, loader);
      check(type);
      return type;
    } catch (ClassNotFoundException | LinkageError e) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "class %s cannot be loaded by the web application".formatted(ClassNames.printable(name)),
          e);
    }
  }

  /**
   * Checks a class that is at hand, when writing as well as when reading.
   *
   * @param type any class; of an array the class of its elements counts
   * @throws TranscoderException with reason {@link Reason#REJECTED_CLASS} if it is refused
   */
  public void check(Class<?> type) {
    if (!rules.allow(type)) {
      throw rejectionOf(type);
    }
  }

  /**
   * Checks a class before an object of it is written: it must be allowed, and {@link #resolve} must
   * find this very class by its name, not another version of it or none.
   *
   * @param type the exact class of the object; of a proxy only whether it is allowed is looked at
   * @throws TranscoderException with reason {@link Reason#REJECTED_CLASS} if it is refused, {@link
   *     Reason#UNWRITABLE} if its name leads elsewhere
   */
  public void checkWritable(Class<?> type) {
    if (!rules.allow(type) && (found == null || !rejections.note(type, found))) {
      throw rejection(rejections.onWriting(rules.refused(type)));
    }
    if (!Proxy.isProxyClass(type) && !foundByName.get(type)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s cannot be found by its name through the web application's class loader"
              .formatted(ClassNames.printable(type.getName())));
    }
  }

  /**
   * Resolves the class of a proxy; every interface must be allowed.
   *
   * @param interfaceNames binary names of the interfaces, in their order; at most 100
   * @return the class of proxies with these interfaces; the same one each time
   * @throws TranscoderException as {@link #resolve} does, and with reason {@link Reason#UNREADABLE}
   *     if there is no such proxy class, {@link Reason#LIMIT_EXCEEDED} if there were too many
   */
  public Class<?> resolveProxy(String... interfaceNames) {
    if (interfaceNames.length > MAX_PROXY_INTERFACES) {
      throw new TranscoderException(Reason.LIMIT_EXCEEDED, "proxy with too many interfaces");
    }
    check(Proxy.class);
    List<String> names = List.of(interfaceNames);
    Class<?> known = proxies.get(names);
    if (known != null) {
      return known;
    }
    if (proxies.size() >= MAX_PROXY_CLASSES) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "more than %d different lists of interfaces of proxies".formatted(MAX_PROXY_CLASSES));
    }
    Class<?> proxy = proxyClass(names);
    check(proxy);
    proxies.put(names, proxy);
    return proxy;
  }

  /** Each other list, in each other order, makes another class that stays. */
  private Class<?> proxyClass(List<String> names) {
    Class<?>[] interfaces = new Class<?>[names.size()];
    ClassLoader definer = loader;
    for (int i = 0; i < interfaces.length; i++) {
      interfaces[i] = resolve(names.get(i));
      ClassLoader own = interfaces[i].getClassLoader();
      if (!Modifier.isPublic(interfaces[i].getModifiers()) && own != null) {
        definer = own;
      }
    }
    try {
      return Proxy.newProxyInstance(definer, interfaces, (proxy, method, args) -> null).getClass();
    } catch (IllegalArgumentException e) {
      throw new TranscoderException(Reason.UNREADABLE, "no proxy with these interfaces", e);
    }
  }

  /**
   * Returns whether {@link #check} would accept the class. Unlike that, it counts no rejection.
   *
   * @param type any class
   * @return whether objects of it may be in a session
   */
  public boolean allows(Class<?> type) {
    return rules.allow(type);
  }

  /**
   * The exception that refuses a class that {@link #check} would not accept. Of a proxy it names
   * the interface that is not allowed, because the name of its class says nothing.
   *
   * @param type a class that is refused; it counts as one rejection more
   * @return an exception to throw, with reason {@link Reason#REJECTED_CLASS} and the entry of
   *     {@code allowedClasses} that would allow the class, if one can
   */
  public TranscoderException rejectionOf(Class<?> type) {
    return rejection(rejections.of(rules.refused(type)));
  }

  /**
   * A filter with the same rules that finds all refused classes of a graph: {@link #checkWritable}
   * notes a class that an entry of {@code allowedClasses} could allow, and lets it pass. What is
   * written so is thrown away, and so is the transcoder; its bytes could not be read.
   *
   * @return a filter for one thread and one graph; it adds to what {@link #allowedClassesReport}
   *     names
   */
  public ClassFilter searching() {
    return new ClassFilter(loader, rules, rejections, new LinkedHashSet<>());
  }

  /** {@return whether this filter is one of {@link #searching}} */
  public boolean isSearching() {
    return found != null;
  }

  /**
   * Tells all classes that a filter of {@link #searching} let pass, with the one line that would
   * allow them.
   *
   * @param first the message with which the graph was refused before the search
   * @param last the message with which it was refused in the search; null if it was not
   * @return a text for the log, which names at most 30 classes and says how many more there are;
   *     {@code first} if there was one class at most
   */
  public String refusal(String first, @Nullable String last) {
    return rejections.ofGraph(found == null ? Set.of() : found, first, last);
  }

  /**
   * {@return how often a class was refused, on writing or on reading, since the filter was made}
   */
  public long rejections() {
    return rejections.count();
  }

  /**
   * The line {@code allowedClasses="…"} that would allow what is allowed now and all classes that
   * were refused on writing until now, for an operator to copy; empty if none was refused. Names
   * that bytes brought are not in it.
   *
   * @return one line, which names at most 1,000 classes that were refused
   */
  public String allowedClassesReport() {
    return rejections.ready();
  }

  /** {@return whether {@code allowedClasses} takes anything away} */
  public boolean hasDenials() {
    return rules.denyAnything();
  }

  /**
   * Returns whether {@code allowedClasses} takes the class away.
   *
   * @param type any class
   * @return false if the class is only not allowed
   */
  public boolean denies(Class<?> type) {
    return rules.deny(type);
  }

  /**
   * Checks the class of an object that an allowed class made when it was read, for example by its
   * {@code readResolve}.
   *
   * @param type the exact class of that object
   * @throws TranscoderException with reason {@link Reason#REJECTED_CLASS} if {@code allowedClasses}
   *     takes it away
   */
  public void checkNotDenied(Class<?> type) {
    if (rules.deny(type)) {
      throw rejection(rejections.of(type.getName()));
    }
  }

  private static TranscoderException rejection(String message) {
    return new TranscoderException(Reason.REJECTED_CLASS, message);
  }

  private boolean isFoundByName(Class<?> type) {
    if (type.isPrimitive()) {
      return true;
    }
    try {
      return Class.forName(type.getName(), false, loader) == type;
    } catch (ClassNotFoundException | LinkageError e) {
      LOG.log(System.Logger.Level.DEBUG, "Class of an attribute is not found by name", e);
      return false;
    }
  }
}
