/** Documents that programs write parts of. */
@NullMarked
package io.holdfast.testkit.document;

import org.jspecify.annotations.NullMarked;
