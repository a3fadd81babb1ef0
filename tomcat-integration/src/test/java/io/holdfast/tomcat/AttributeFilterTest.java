package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sessionAttributeFilter} names what is stored: the whole name has to match. */
class AttributeFilterTest extends WithTomcats {

  @ParameterizedTest
  @CsvSource({
    "keep.*, keepFruit, true",
    "keep.*, doNotkeepFruit, false",
    "keep, keepFruit, false",
    "^(userName|sessionHistory)$, userName, true",
    "^(userName|sessionHistory)$, userNames, false",
    "userName, username, false"
  })
  void attributeWhenItsWholeNameMatchesThenIsStored(String filter, String name, boolean stored) {
    ManagerBuilder builder =
        settings("sticky", "127.0.0.1:1").attribute(Setting.SESSION_ATTRIBUTE_FILTER, filter);

    assertEquals(stored, start("t1", builder).manager.willAttributeDistribute(name, "value"));
  }
}
