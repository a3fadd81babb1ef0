/**
 * What objects are, whoever writes them: what they consist of, what cannot change, what is shared,
 * and how they are copied, made without a constructor or named in a message.
 */
@NullMarked
package io.holdfast.serializer.objects;

import org.jspecify.annotations.NullMarked;
