/** Tests of the store SPI and its decorators, with the in-memory twin that tests elsewhere use. */
@NullMarked
package io.holdfast.core.storage;

import org.jspecify.annotations.NullMarked;
