package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Decides which classes may be written and read, and resolves them. Deny by default.
 *
 * <p>Allowed are value types and collections of the JDK, the classes of the web application itself
 * (those its own loader or a child of it defines), and what {@code allowedClasses} adds. Refused in
 * any case are classes known from deserialization attacks, wherever they come from.
 *
 * <p>The syntax of {@code allowedClasses}: entries separated by commas or white space. {@code
 * com.acme.Cart} allows one class and the classes nested in it, {@code com.acme.*} the classes of a
 * package, {@code com.acme.**} those of its subpackages too, and an entry that starts with {@code
 * !} takes away, from the defaults and from classes of the JDK as well. Strings, boxed primitives,
 * {@code Class} and {@code LinkedHashMap} cannot be taken away: every session is made of them.
 */
public final class ClassFilter {

  private static final System.Logger LOG = System.getLogger(ClassFilter.class.getName());
  private static final int MAX_REPORTED = 1_000;
  private static final int MAX_RESOLVED = 10_000;
  private static final int MAX_PROXY_INTERFACES = 100;

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

  /**
   * What every session is made of; that an attribute is a class is noticed by no hook of the JDK.
   */
  private static final List<Class<?>> INDISPENSABLE =
      List.of(
          String.class,
          Boolean.class,
          Byte.class,
          Character.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Class.class,
          LinkedHashMap.class);

  private final ClassLoader loader;
  private final List<ClassNamePattern> allowed;
  private final List<ClassNamePattern> denied;
  private final ClassValue<Boolean> verdicts =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return decide(type);
        }
      };
  private final ClassValue<Boolean> denials =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return anyMatches(denied, elementName(type.getName()));
        }
      };
  private final ClassValue<Boolean> foundByName =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isFoundByName(type);
        }
      };

  /** A loader answers a name always alike, and a verdict is for ever. */
  private final Map<String, Class<?>> resolved = new ConcurrentHashMap<>();

  private final Set<String> reported = Collections.newSetFromMap(new ConcurrentHashMap<>());

  private ClassFilter(
      ClassLoader loader, List<ClassNamePattern> allowed, List<ClassNamePattern> denied) {
    this.loader = loader;
    this.allowed = allowed;
    this.denied = denied;
  }

  /**
   * Creates the filter of one web application.
   *
   * @param applicationLoader the loader of the web application; classes are resolved through it
   * @param allowedClasses what is allowed beside the defaults, possibly empty
   * @throws IllegalArgumentException if an entry is not a class name, {@code package.*} or {@code
   *     package.**}, or takes away what every session is made of; the message names the entry
   */
  public static ClassFilter create(ClassLoader applicationLoader, String allowedClasses) {
    List<ClassNamePattern> all = ClassNamePattern.parseAll(allowedClasses);
    List<ClassNamePattern> denied = all.stream().filter(ClassNamePattern::negated).toList();
    denied.forEach(ClassFilter::requireDispensable);
    return new ClassFilter(
        applicationLoader, all.stream().filter(p -> !p.negated()).toList(), denied);
  }

  private static void requireDispensable(ClassNamePattern denied) {
    for (Class<?> type : INDISPENSABLE) {
      if (denied.matches(type.getName())) {
        throw new IllegalArgumentException(
            "allowedClasses: \"%s\" takes away %s, of which every session is made"
                .formatted(denied, type.getName()));
      }
    }
  }

  /** The loader through which classes are resolved. */
  public ClassLoader loader() {
    return loader;
  }

  /**
   * Resolves a class by its binary name without initializing it: {@code int}, {@code
   * com.acme.Cart$Item}, {@code [Lcom.acme.Cart;}, {@code [[I}.
   *
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
    if (name.length() > 4_096 || KnownGadgets.matches(elementName(name))) {
      throw reject(name);
    }
    try {
      Class<?> type = Class.forName(name, false, loader);
      check(type);
      return type;
    } catch (ClassNotFoundException | LinkageError e) {
      throw new TranscoderException(
          Reason.UNREADABLE, "class %s cannot be loaded by the web application".formatted(name), e);
    }
  }

  /**
   * Checks a class that is at hand, when writing as well as when reading.
   *
   * @throws TranscoderException with reason {@link Reason#REJECTED_CLASS} if it is refused
   */
  public void check(Class<?> type) {
    if (!verdicts.get(type)) {
      throw reject(type.getName());
    }
  }

  /**
   * Checks a class before an object of it is written: it must be allowed, and {@link #resolve} must
   * find this very class by its name, not another version of it or none.
   *
   * @throws TranscoderException with reason {@link Reason#REJECTED_CLASS} if it is refused, {@link
   *     Reason#UNWRITABLE} if its name leads elsewhere
   */
  public void checkWritable(Class<?> type) {
    check(type);
    if (!Proxy.isProxyClass(type) && !foundByName.get(type)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s cannot be found by its name through the web application's class loader"
              .formatted(printable(type.getName())));
    }
  }

  /**
   * Resolves the class of a proxy; every interface must be allowed.
   *
   * @param interfaceNames binary names of the interfaces, in their order
   * @throws TranscoderException as {@link #resolve} does, and with reason {@link Reason#UNREADABLE}
   *     if there is no such proxy class
   */
  public Class<?> resolveProxy(String... interfaceNames) {
    if (interfaceNames.length > MAX_PROXY_INTERFACES) {
      throw new TranscoderException(Reason.LIMIT_EXCEEDED, "proxy with too many interfaces");
    }
    check(Proxy.class);
    Class<?>[] interfaces = new Class<?>[interfaceNames.length];
    ClassLoader definer = loader;
    for (int i = 0; i < interfaces.length; i++) {
      interfaces[i] = resolve(interfaceNames[i]);
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

  /** Whether {@link #check} would accept the class. */
  public boolean allows(Class<?> type) {
    return verdicts.get(type);
  }

  /** The exception that refuses a class that {@link #check} would not accept. */
  public TranscoderException rejectionOf(Class<?> type) {
    return reject(type.getName());
  }

  /** Whether {@code allowedClasses} takes anything away. */
  public boolean hasDenials() {
    return !denied.isEmpty();
  }

  /** Whether {@code allowedClasses} takes the class away. */
  public boolean denies(Class<?> type) {
    return denials.get(type);
  }

  /**
   * Checks the class of an object that an allowed class made when it was read, for example by its
   * {@code readResolve}.
   *
   * @throws TranscoderException with reason {@link Reason#REJECTED_CLASS} if {@code allowedClasses}
   *     takes it away
   */
  public void checkNotDenied(Class<?> type) {
    if (denials.get(type)) {
      throw reject(type.getName());
    }
  }

  private boolean decide(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    if (element.isPrimitive()) {
      return true;
    }
    if (Proxy.isProxyClass(element)) {
      return allows(Proxy.class) && Stream.of(element.getInterfaces()).allMatch(this::allows);
    }
    String name = element.getName();
    if (KnownGadgets.matches(name) || anyMatches(denied, name)) {
      return false;
    }
    return JdkDefaults.matches(element) || isApplicationClass(element) || anyMatches(allowed, name);
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

  private boolean isApplicationClass(Class<?> type) {
    for (ClassLoader l = type.getClassLoader(); l != null; l = l.getParent()) {
      if (l == loader) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyMatches(List<ClassNamePattern> patterns, String name) {
    for (ClassNamePattern pattern : patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }

  private TranscoderException reject(String name) {
    String element = elementName(name);
    boolean first = reported.size() < MAX_REPORTED && reported.add(element);
    if (anyMatches(denied, element)) {
      return rejection(element, first, "it is taken away by an entry with \"!\" in allowedClasses");
    }
    if (KnownGadgets.matches(element)) {
      return rejection(element, first, "it is known from attacks, and cannot be allowed");
    }
    return rejection(
        element,
        first,
        "if the application needs it, add it: allowedClasses=\"%s\"".formatted(printable(element)));
  }

  private static TranscoderException rejection(String element, boolean first, String advice) {
    String message =
        "class %s is not allowed in sessions; %s".formatted(printable(element), advice);
    if (first) {
      LOG.log(System.Logger.Level.WARNING, "Refused: {0}", message);
    }
    return new TranscoderException(Reason.REJECTED_CLASS, message);
  }

  private static String elementName(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    boolean object = dimensions > 0 && name.startsWith("L", dimensions) && name.endsWith(";");
    return object ? name.substring(dimensions + 1, name.length() - 1) : name.substring(dimensions);
  }

  private static String printable(String name) {
    String cut = name.length() > 200 ? name.substring(0, 200) + "..." : name;
    return cut.chars().allMatch(c -> c > ' ' && c < 0x7f) ? cut : cut.replaceAll("[^!-~]", "?");
  }
}
