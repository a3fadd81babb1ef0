/** Examines memcached nodes in the way in which a Tomcat would use them. */
@NullMarked
package io.holdfast.doctor.node;

import org.jspecify.annotations.NullMarked;
