package io.holdfast.dist;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The lines of Tomcat on which a test, or a group or suite of them, runs; on all of them without
 * this, and with {@code -Dholdfast.lines=all}.
 *
 * <p>Line 11 runs nearly all, and line 9, whose servlet types are others, whatever goes through
 * Catalina: sticky sessions and others, all locking modes, logins, all ways in which a request is
 * served and ends, events, takeovers, reloads. On 10.1 our classes, the servlet types and the calls
 * of Catalina are those of one of the two; what runs there is what Tomcat's own code between them
 * is most likely to break: sessions as such, how a response leaves, logins, reloads, large
 * sessions. All kinds of requests, events and frameworks follow each night. What is about leases,
 * nodes and load, about our MBeans and about kinds of attribute, takes most of the time, and passes
 * Catalina in the same places as the rest: it runs on one line, and that is not the same one for
 * all of it.
 */
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnLinesCondition.class)
@interface OnLines {

  /** Any of 9, 10 and 11; none where only each night is enough. */
  int[] value();

  /** Whether others lack what it needs, so that it runs nowhere else, each night either. */
  boolean only() default false;
}
