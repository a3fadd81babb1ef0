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
 * <p>Line 11 runs nearly all. Line 9 has other servlet types, as the Tomcat has that the tests of
 * tomcat-integration embed; it runs sessions as such with reloads, and the ways in which a response
 * leaves. Line 10.1 uses the same classes of ours and the same servlet types as line 11. It runs
 * how a response leaves, and large sessions. Everything else passes Catalina in the same places on
 * all lines: takeovers, logins, kinds of requests, locking modes, events, single sign-on, restarts,
 * frameworks, stored configurations, the console. It runs on the other lines each night.
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
