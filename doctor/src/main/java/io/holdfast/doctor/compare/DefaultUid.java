package io.holdfast.doctor.compare;

import io.holdfast.doctor.compare.ClassFileReader.Member;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The serialVersionUID of a class that declares none: Java Object Serialization Specification,
 * section 4.6.
 */
final class DefaultUid {

  private static final int OF_CLASS =
      Modifier.PUBLIC | Modifier.FINAL | Modifier.INTERFACE | Modifier.ABSTRACT;
  private static final int HIDDEN_FIELD = Modifier.STATIC | Modifier.TRANSIENT;
  private static final int OF_FIELD = Modifier.fieldModifiers();
  private static final int OF_METHOD = Modifier.methodModifiers();

  private DefaultUid() {}

  /**
   * Computes it.
   *
   * @param interfaces in the order of their names
   */
  static long of(
      String name, int flags, Set<String> interfaces, List<Member> fields, List<Member> methods)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(name);
    boolean hasMethods = methods.stream().anyMatch(DefaultUid::isMethod);
    boolean isEmpty = Modifier.isInterface(flags) && !hasMethods;
    out.writeInt(flags & OF_CLASS & (isEmpty ? ~Modifier.ABSTRACT : -1));
    for (String each : interfaces) {
      out.writeUTF(each);
    }
    write(
        out,
        fields,
        each -> !Modifier.isPrivate(each.flags()) || (each.flags() & HIDDEN_FIELD) == 0,
        OF_FIELD);
    if (methods.stream().anyMatch(each -> each.name().equals("<clinit>"))) {
      out.writeUTF("<clinit>");
      out.writeInt(Modifier.STATIC);
      out.writeUTF("()V");
    }
    Predicate<Member> isSeen = each -> !Modifier.isPrivate(each.flags());
    write(out, methods, isSeen.and(Member::isConstructor), OF_METHOD);
    write(out, methods, isSeen.and(DefaultUid::isMethod), OF_METHOD);
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest(bytes.toByteArray());
      return ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JDK has SHA-1", e);
    }
  }

  private static boolean isMethod(Member member) {
    return !member.name().startsWith("<");
  }

  /** Types of fields keep their slashes, those of methods do not. */
  private static void write(
      DataOutputStream out, List<Member> members, Predicate<Member> wanted, int flags)
      throws IOException {
    Comparator<Member> order = Comparator.comparing(Member::name).thenComparing(Member::type);
    for (Member member : members.stream().filter(wanted).sorted(order).toList()) {
      out.writeUTF(member.name());
      out.writeInt(member.flags() & flags);
      out.writeUTF(flags == OF_METHOD ? member.type().replace('/', '.') : member.type());
    }
  }
}
