package io.holdfast.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.doctor.Installation.Examined;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                   requestUriIgnorePattern=".*\\.(png|gif)$"/>
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
          <Context><Manager className='de.javakaffee.web.msm.MemcachedBackupSessionManager' memcachedNodes='redis://:4929-1234-5678@a'/></Context> | are no memcached
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
