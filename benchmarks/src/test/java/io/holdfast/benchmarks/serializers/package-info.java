@NullMarked
package io.holdfast.benchmarks.serializers;

import org.jspecify.annotations.NullMarked;
