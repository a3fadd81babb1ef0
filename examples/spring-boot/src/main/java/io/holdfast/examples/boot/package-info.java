/** A Spring Boot application with a login, whose sessions are in memcached. */
@NullMarked
package io.holdfast.examples.boot;

import org.jspecify.annotations.NullMarked;
