/** The starter for Spring Boot 4: what differs from other lines. */
@NullMarked
package io.holdfast.spring.boot4;

import org.jspecify.annotations.NullMarked;
