package io.holdfast.dist;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;

/**
 * A test that leaves a Tomcat killed, or the group that has it. It comes behind all others of its
 * suite, which would have to start that Tomcat again: a start takes two seconds of a processor.
 */
@Order(Integer.MAX_VALUE)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface ComesLast {}
