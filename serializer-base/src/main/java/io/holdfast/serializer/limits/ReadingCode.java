package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ClassMembers;
import java.io.Externalizable;
import java.net.URL;
import java.util.Set;

/**
 * Recognizes classes with objects that may be readable or not, one by one. These are classes of the
 * application whose own {@code readObject}, {@code readExternal} or {@code readResolve} may refuse
 * an object, classes of the JDK that stand for something else, and URLs, which are refused as keys
 * ({@link ReadUrls}).
 *
 * <p>A {@code readResolve} in a class without fields, as that of a singleton, has nothing to check:
 * all objects of such a class are alike.
 */
final class ReadingCode {

  /** Its length is a number in the stream, whatever that takes to read. */
  private static final String COPIES = "java.util.Collections$CopiesList";

  /** These are of a type, and of a length, that a reader may refuse. */
  private static final Set<String> CERTIFICATES =
      Set.of(
          "java.security.cert.Certificate$CertificateRep",
          "java.security.cert.CertPath$CertPathRep");

  private ReadingCode() {}

  /** Returns whether each object of the class has to be tried. */
  static boolean dependsOnTheObject(Class<?> type) {
    String name = type.getName();
    if (type == Class.class
        || type == URL.class
        || name.equals(COPIES)
        || CERTIFICATES.contains(name)) {
      return true;
    }
    return ClassMembers.ownClasses(type).anyMatch(Externalizable.class::isAssignableFrom)
        || ClassMembers.declare(
            ClassMembers.ownClasses(type),
            method ->
                ClassMembers.isReadObject(method)
                    || (ClassMembers.isReadResolve(method) && hasFields(type)));
  }

  /** Returns whether objects of a class have state; that of a class of the JDK cannot be seen. */
  private static boolean hasFields(Class<?> type) {
    return ClassMembers.baseOf(type) != Object.class
        || ClassMembers.fields(ClassMembers.ownClasses(type)).findAny().isPresent();
  }
}
