package io.holdfast.doctor;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.doctor.Installation.Examined;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** A {@code context.xml} of memcached-session-manager becomes one of Holdfast. */
final class TranslateTest {

  private static final String MSM =
      "className='de.javakaffee.web.msm.MemcachedBackupSessionManager' memcachedNodes='n1:a:11211'";

  @TempDir private Path folder;

  @Test
  void translateWhenWrittenThenOnlyTheManagerDiffers() throws IOException {
    Path before =
        file(
            """
            <?xml version='1.0' encoding='utf-8'?>
            <Context>
                <!-- <Manager pathname=""/> -->
                <Resource name="db" password="of another"/>
                <Manager
                    requestUriIgnorePattern=".*\\.(png|gif)$"
                    %s />
                <WatchedResource>WEB-INF/web.xml</WatchedResource>
            </Context>
            """
                .formatted(MSM));
    Path after = folder.resolve("after.xml");

    Examined examined =
        Installation.examined("--translate", before.toString(), "--to", after.toString());

    assertEquals(0, examined.status(), examined.text());
    assertEquals(
        """
        <?xml version='1.0' encoding='utf-8'?>
        <Context>
            <!-- <Manager pathname=""/> -->
            <Resource name="db" password="of another"/>
            <Manager className="io.holdfast.tomcat.MemcachedSessionManager"
                   memcachedNodes="n1:a:11211"
                   requestUriIgnorePattern="[^?]*\\.(png|gif)$"/>
            <WatchedResource>WEB-INF/web.xml</WatchedResource>
        </Context>
        """,
        Files.readString(after));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(after)));
    assertFalse(examined.text().contains("of another"), examined.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sticky='false'                                    | sticky="false"                         | allowedClasses
          transcoderFactoryClass='de.javakaffee.web.msm.serializer.kryo.KryoTranscoderFactory' | transcoderFactoryClass="kryo" | allowedClasses
          sticky='false' lockingMode='uriPattern:/cart/.*' | lockingMode="uriPattern:/cart/.*"       | onLockTimeout="proceed"
          requestUriIgnorePattern='.*\\.png'                | requestUriIgnorePattern="[^?]*\\.png" | in place of .*
          requestUriIgnorePattern='/img/.*'                 | requestUriIgnorePattern="/img/.*"      | allowedClasses
          copyCollectionsForSerialization='true'            | copyCollectionsForSerialization="true" | allowedClasses
          """)
  void attributeWhenItMeansTheSameThenItIsThere(String given, String expected, String note)
      throws IOException {
    Examined examined = translated(given);

    assertEquals(0, examined.status(), examined.text());
    assertTrue(examined.text().contains(expected), examined.text());
    assertTrue(examined.text().contains(note), examined.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          activeNodeIndex='1'               | note: activeNodeIndex="1" is left out
          lockingMode='auto'                | note: lockingMode="auto" is left out: it meant nothing
          sticky='false' failoverNodes='n1' | note: failoverNodes="n1" is left out
          customConverter='a.B'             | note: customConverter is left out
          transcoderFactoryClass='de.javakaffee.web.msm.serializer.json.JSONTranscoderFactory' | it has no successor
          """)
  void attributeWhenItHasNoPlaceThenItIsLeftOutAndTold(String given, String note)
      throws IOException {
    Examined examined = translated(given);
    String element = examined.text().substring(0, examined.text().indexOf('>'));
    String name = given.substring(given.lastIndexOf(' ') + 1, given.lastIndexOf('='));

    assertEquals(0, examined.status(), examined.text());
    assertTrue(examined.text().contains(note), examined.text());
    assertFalse(element.contains(name), element);
  }

  @Test
  void nodesWhenTheyAreAnEndpointOfElastiCacheThenTheyAreFound() throws IOException {
    Path file =
        file(
            "<Context><Manager className='de.javakaffee.web.msm.MemcachedBackupSessionManager'"
                + " memcachedNodes='my.ab.cfg.use1.cache.amazonaws.com:11211'/></Context>");

    Examined examined = Installation.examined("--translate", file.toString());

    assertEquals(0, examined.status(), examined.text());
    assertTrue(
        examined
            .text()
            .contains("memcachedNodes=\"elasticache:my.ab.cfg.use1.cache.amazonaws.com:11211\""),
        examined.text());
    assertTrue(
        examined.text().contains("note: the nodes of the cluster are found"), examined.text());
  }

  /** As the documentation of memcached-session-manager and its users write them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "memcachedNodes='n1:host1:11211,n2:host2:11211' failoverNodes='n1'"
            + " requestUriIgnorePattern='.*\\.(ico|png|gif|jpg|css|js)$'",
        "memcachedNodes='n1:host1:11211 n2:host2:11211' sticky='false' sessionBackupAsync='false'"
            + " failoverNodes='n1' lockingMode='uriPattern:/path1|/path2'",
        "memcachedNodes='n1:host1:11211' sticky='true' lockingMode='auto' debug='0'",
        "memcachedNodes='localhost:11211' customConverter='a.B' activeNodeIndex='0'",
        "memcachedNodes='my.ab.cfg.use1.cache.amazonaws.com:11211' sticky='false'",
        "memcachedNodes='n1:a:1' memcachedProtocol='binary' username='u' password='p'",
        "memcachedNodes='n1:a:1' transcoderFactoryClass='de.javakaffee.web.msm.x.OtherFactory'",
        "memcachedNodes='n1:a:1' storageKeyPrefix='context' sessionAttributeFilter='^(a|b)$'"
      })
  void managerWhenTranslatedThenHoldfastTakesIt(String attributes) throws Exception {
    Path before =
        file(
            "<Context><Manager className='de.javakaffee.web.msm.MemcachedBackupSessionManager' %s/></Context>"
                .formatted(attributes));
    Path after = folder.resolve("after.xml");

    Examined examined =
        Installation.examined("--translate", before.toString(), "--to", after.toString());

    assertEquals(0, examined.status(), examined.text());
    Map<Setting<?>, String> given = new TreeMap<>();
    NamedNodeMap translated =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(after.toFile())
            .getElementsByTagName("Manager")
            .item(0)
            .getAttributes();
    for (Setting<?> setting : Setting.values()) {
      Node value = translated.getNamedItem(setting.attribute());
      if (value != null) {
        given.put(setting, value.getNodeValue().replace("${catalina.base}", "/srv"));
      }
    }
    assertEquals(translated.getLength() - 1, given.size(), "all but the class name");
    assertDoesNotThrow(() -> ConfigurationParser.parse(given));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "redis://cache, redis://cache, none",
        "redis://:%s@cache:6380, redis://cache:6380, default",
        "REDISS://ann:%s@[::1]:6380/0, rediss://[::1]:6380, ann"
      })
  void redisWhenTranslatedThenItsPasswordBelongsIntoAFile(
      String before, String nodes, @Nullable String user) throws IOException {
    Path file =
        file(
            "<Context><Manager className='de.javakaffee.web.msm.MemcachedBackupSessionManager' memcachedNodes='%s'/></Context>"
                .formatted(before.formatted(Installation.SECRET)));

    Examined examined = Installation.examined("--translate", file.toString());

    assertEquals(0, examined.status(), examined.text());
    assertTrue(examined.text().contains("memcachedNodes=\"%s\"".formatted(nodes)), examined.text());
    assertEquals(
        user != null,
        examined
            .text()
            .contains(
                "username=\"%s\"\n           passwordFile=\"${catalina.base}/conf/memcached.password\""
                    .formatted(user)),
        examined.text());
    assertFalse(examined.text().contains(Installation.SECRET), examined.text());
  }

  @Test
  void passwordWhenGivenThenItBelongsIntoAFile() throws IOException {
    Examined examined = translated("username='u' password='" + Installation.SECRET + "'");

    assertEquals(0, examined.status(), examined.text());
    assertTrue(
        examined.text().contains("passwordFile=\"${catalina.base}/conf/memcached.password\""),
        examined.text());
    assertFalse(examined.text().contains(Installation.SECRET), examined.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <Context/>                                                       | one <Manager>, of memcached-session-manager
          <Context><Manager className='a.B'/></Context>                    | one <Manager>, of memcached-session-manager
          <Context>                                                        | it is no XML: line 1, column
          <!DOCTYPE Context SYSTEM 'file:///etc/passwd'><Context/>         | it has a DOCTYPE
          <Context><Manager className='de.javakaffee.web.msm.MemcachedBackupSessionManager' memcachedNodes='redis://:4929-1234-5678@a/3'/></Context> | are neither memcached nor one Redis
          <Context><Manager className='de.javakaffee.web.msm.MemcachedBackupSessionManager' memcachedNodes='http://u:4929-1234-5678@a/pools'/></Context> | are neither memcached nor one Redis
          """)
  void fileWhenItCannotBeTranslatedThenItIsSaid(String content, String reason) throws IOException {
    Examined examined = Installation.examined("--translate", file(content).toString());

    assertEquals(1, examined.status());
    assertTrue(examined.text().contains(reason), examined.text());
    assertFalse(examined.text().contains(Installation.SECRET), examined.text());
  }

  @Test
  void targetWhenThereThenItStays() throws IOException {
    Path before = file("<Context><Manager " + MSM + "/></Context>");
    Path after = Files.writeString(folder.resolve("after.xml"), "mine");

    Examined examined =
        Installation.examined("--translate", before.toString(), "--to", after.toString());

    assertEquals(1, examined.status());
    assertEquals("mine", Files.readString(after));
  }

  private Examined translated(String attributes) throws IOException {
    Path file = file("<Context><Manager " + MSM + " " + attributes + "/></Context>");
    return Installation.examined("--translate", file.toString());
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("context.xml"), content);
  }
}
