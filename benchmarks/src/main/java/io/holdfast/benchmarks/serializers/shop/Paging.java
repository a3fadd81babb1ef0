package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;

/** Which part of a list is shown. */
@SuppressWarnings("unused")
final class Paging implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int page;
  private final int size;
  private final long total;
  private final boolean ascending;

  Paging(int page, int size, long total, boolean ascending) {
    this.page = page;
    this.size = size;
    this.total = total;
    this.ascending = ascending;
  }
}
