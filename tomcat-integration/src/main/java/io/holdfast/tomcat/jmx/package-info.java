/** The MBeans: the readings of a component and of its nodes. */
@NullMarked
package io.holdfast.tomcat.jmx;

import org.jspecify.annotations.NullMarked;
