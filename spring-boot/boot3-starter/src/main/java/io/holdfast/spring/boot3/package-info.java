/** The starter for Spring Boot 3.5: what differs from other lines. */
@NullMarked
package io.holdfast.spring.boot3;

import org.jspecify.annotations.NullMarked;
