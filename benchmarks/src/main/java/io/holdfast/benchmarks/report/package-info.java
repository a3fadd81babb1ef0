/**
 * The one way from figures to a document: {@link io.holdfast.benchmarks.report.Figures} keeps what
 * was seen by round, {@link io.holdfast.benchmarks.report.Comparison} makes tables and charts of
 * it, {@link io.holdfast.benchmarks.report.Section} puts them into a text in Markdown.
 */
@NullMarked
package io.holdfast.benchmarks.report;

import org.jspecify.annotations.NullMarked;
