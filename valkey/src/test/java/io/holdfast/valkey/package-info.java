/** Tests of the store on a real server. */
@NullMarked
package io.holdfast.valkey;

import org.jspecify.annotations.NullMarked;
