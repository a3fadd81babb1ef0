/** What Holdfast counts. The numbers of one web application, free of any library for metrics. */
@NullMarked
package io.holdfast.core.metrics;

import org.jspecify.annotations.NullMarked;
