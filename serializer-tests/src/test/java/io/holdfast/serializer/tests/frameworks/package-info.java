/** Kinds of attribute that sessions hold because of a framework or library the application uses. */
@NullMarked
package io.holdfast.serializer.tests.frameworks;

import org.jspecify.annotations.NullMarked;
