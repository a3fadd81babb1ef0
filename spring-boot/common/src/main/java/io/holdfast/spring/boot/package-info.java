/**
 * What both starters for Spring Boot have in common: the properties {@code holdfast.*}, the session
 * manager that is made of them, and what is shown of it. Nothing here differs between the lines of
 * Spring Boot.
 */
@NullMarked
package io.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
