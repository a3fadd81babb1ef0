/** A shop with Wicket: its pages, and who is logged in, are in the session. */
@NullMarked
package io.holdfast.applications.wicket;

import org.jspecify.annotations.NullMarked;
