/**
 * Sessions that a load balancer keeps on one Tomcat: their class, and what a request means for
 * them.
 */
@NullMarked
package io.holdfast.tomcat.sticky;

import org.jspecify.annotations.NullMarked;
