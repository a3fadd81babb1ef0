/**
 * What sticky and non-sticky sessions have in common, and how the manager sees a mode. A mode
 * reaches the manager through one narrow interface.
 */
@NullMarked
package io.holdfast.tomcat.mode;

import org.jspecify.annotations.NullMarked;
