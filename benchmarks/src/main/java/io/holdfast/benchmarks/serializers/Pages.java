package io.holdfast.benchmarks.serializers;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes sessions in which a web framework keeps the pages that a user has seen. */
final class Pages {

  private static final int KEPT = 4;

  /** A page in the framework's own serialized form. */
  @SuppressWarnings("unused")
  private static final class Page implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int pageId;
    private final String pageType;
    private final byte[] data;

    Page(int pageId, String pageType, byte[] data) {
      this.pageId = pageId;
      this.pageType = pageType;
      this.data = data;
    }
  }

  private Pages() {}

  /** The attributes of a session with pages of so many bytes in all. */
  static Map<String, Object> session(int bytes) {
    Random random = new Random(bytes);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < KEPT; i++) {
      byte[] data = new byte[bytes / KEPT];
      random.nextBytes(data);
      pages.add(new Page(i, "com.example.pages.CatalogPage", data));
    }
    Map<String, Object> session = new LinkedHashMap<>();
    session.put("pageStore", pages);
    return session;
  }
}
