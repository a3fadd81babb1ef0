/** A program that embeds Tomcat and keeps its sessions in memcached. */
@NullMarked
package io.holdfast.examples.embedded;

import org.jspecify.annotations.NullMarked;
