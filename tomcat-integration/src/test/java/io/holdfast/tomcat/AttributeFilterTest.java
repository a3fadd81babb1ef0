package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import java.nio.file.Path;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sessionAttributeFilter} names what is stored: the whole name has to match. */
class AttributeFilterTest {

  @TempDir private Path base;

  @ParameterizedTest
  @CsvSource({
    "keep.*, keepFruit, true",
    "keep.*, doNotkeepFruit, false",
    "keep, keepFruit, false",
    "^(userName|sessionHistory)$, userName, true",
    "^(userName|sessionHistory)$, userNames, false",
    "userName, username, false"
  })
  void attributeWhenItsWholeNameMatchesThenIsStored(String filter, String name, boolean stored)
      throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:1")
            .attribute(Setting.SESSION_ATTRIBUTE_FILTER, filter);

    try (PageTomcat tomcat = new PageTomcat(base, "t1", "t1", builder, new NoPage())) {
      assertEquals(stored, tomcat.manager.willAttributeDistribute(name, "value"));
    }
  }

  private static final class NoPage extends HttpServlet {

    private static final long serialVersionUID = 1L;
  }
}
