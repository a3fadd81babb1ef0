/** What was found, as lines for an operator. */
@NullMarked
package io.holdfast.doctor.finding;

import org.jspecify.annotations.NullMarked;
