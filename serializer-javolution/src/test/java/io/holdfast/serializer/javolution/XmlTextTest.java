package io.holdfast.serializer.javolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.TranscoderException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a/>",
        "<a>ä€😀</a>",
        "<a v=\"&lt;&gt;&amp;&apos;&quot;\"/>",
        "<a>&#0;&#65535;</a>",
        "<a>\ufffd</a>",
        "<a v=\"0123456789 0123456789 0123456789\"/>",
      })
  void fromBytesWhenTheTranscoderWritesSuchThenReturnsIt(String document) {
    assertEquals(document, XmlText.fromBytes(document.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "<a>\n</a>",
        "<a>\u0000</a>",
        "<!DOCTYPE a><a/>",
        "<?xml version=\"1.0\"?><a/>",
        "<a><!-- hidden --></a>",
        "<a><![CDATA[b]]></a>",
        "<a>&xxe;</a>",
        "<a>&#x41;</a>",
        "<a>&#123456;</a>",
        "<a>&#;</a>",
        "<a>&amp</a>",
        "<a v='&'/>",
      })
  void fromBytesWhenNotOfTheTranscoderThenRefuses(String document) {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);

    assertThrows(TranscoderException.class, () -> XmlText.fromBytes(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\u0000", "\u001f", "<!", "<?", "&x;", "&lt"})
  void fromBytesWhenUnwantedMarkupIsAnywhereThenRefuses(String unwanted) {
    for (int place = 0; place < 20; place++) {
      String document = "<a>" + "t".repeat(place) + unwanted + "t".repeat(20 - place) + "</a>";
      byte[] bytes = document.getBytes(StandardCharsets.UTF_8);

      assertThrows(TranscoderException.class, () -> XmlText.fromBytes(bytes), document);
    }
  }

  @Test
  void fromBytesWhenNotUtf8ThenRefuses() {
    byte[] bytes = "<a>\u00e4</a>".getBytes(StandardCharsets.ISO_8859_1);

    assertThrows(TranscoderException.class, () -> XmlText.fromBytes(bytes));
  }
}
