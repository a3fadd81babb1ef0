@NullMarked
package io.holdfast.benchmarks.tomcat;

import org.jspecify.annotations.NullMarked;
