package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

final class HoldfastPropertiesTest {

  private static final Pattern PROPERTY = Pattern.compile("(holdfast\\.[a-z-]+)=([^`\\s]+)");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "holdfast.nodes                 | n1:a:1, n2:b:2 | memcachedNodes        | n1:a:1,n2:b:2",
        "holdfast.sticky                | off            | sticky                 | false",
        "holdfast.operation-timeout     | 2s             | operationTimeout      | 2000",
        "holdfast.operation-timeout     | 250            | operationTimeout      | 250",
        "holdfast.operation-timeout     | 500us          | operationTimeout      | 0.5",
        "holdfast.lock-expiration       | 10             | lockExpiration        | 10",
        "holdfast.lock-expiration       | 2m             | lockExpiration        | 120",
        "holdfast.max-lock-hold         | -1             | maxLockHold          | -1",
        "holdfast.max-item-size         | 2MB            | maxItemSize          | 2097152",
        "holdfast.max-item-size         | 200000         | maxItemSize          | 200000",
        "holdfast.spill-limit           | 2GB            | spillLimit            | 2048",
        "holdfast.spill-limit           | 512            | spillLimit            | 512",
        "holdfast.spill-limit           | 512KB          | spillLimit            | 0.5",
        "holdfast.resync-rate           | 50             | resyncRate            | 50",
        "holdfast.serializer            | kryo           | transcoderFactoryClass | kryo",
        "holdfast.copies                | auto           | copies                 | auto",
        "holdfast.sessionAttributeFilter| a,b            | sessionAttributeFilter | a,b",
      })
  void givenWhenAPropertyIsSetThenTheAttributeHasItsText(
      String name, String value, Setting<?> setting, String text) {
    Map<Setting<?>, String> given =
        new HoldfastProperties(Environments.of(Map.of(name, value))).given();

    assertEquals(Map.of(setting, text), given);
  }

  @Test
  void givenWhenNodesAreAListThenTheAttributeHasThemAll() {
    ConfigurableEnvironment environment =
        Environments.of(Map.of("holdfast.nodes[0]", "n1:a:1", "holdfast.nodes[1]", "n2:b:2"));

    Map<Setting<?>, String> given = new HoldfastProperties(environment).given();

    assertEquals(Map.of(Setting.MEMCACHED_NODES, "n1:a:1,n2:b:2"), given);
  }

  @Test
  void givenWhenVariablesOfTheSystemAreSetThenTheyCount() {
    ConfigurableEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.of(
                    "HOLDFAST_NODES", "n1:a:1",
                    "HOLDFAST_OPERATIONTIMEOUT", "2s",
                    "HOLDFAST_HOME", "/opt")));

    Map<Setting<?>, String> given = new HoldfastProperties(environment).given();

    assertEquals(
        Map.of(Setting.MEMCACHED_NODES, "n1:a:1", Setting.OPERATION_TIMEOUT, "2000"), given);
  }

  @Test
  void givenWhenAValueHasAnotherFormThenNamesTheProperty() {
    HoldfastProperties properties =
        new HoldfastProperties(Environments.of(Map.of("holdfast.sticky", "maybe")));

    BindException e = assertThrows(BindException.class, properties::given);

    assertEquals(ConfigurationPropertyName.of("holdfast.sticky"), e.getName());
  }

  @Test
  void unknownWhenThereIsNoSuchPropertyThenNamesIt() {
    HoldfastProperties properties =
        new HoldfastProperties(Environments.of(Map.of("holdfast.stiky", "false")));

    assertEquals(
        List.of("holdfast.stiky"),
        properties.unknown().stream().map(ConfigurationException::attribute).toList());
  }

  @Test
  void unknownWhenTheSerializerIsSetByBothNamesThenSaysSo() {
    HoldfastProperties properties =
        new HoldfastProperties(
            Environments.of(
                Map.of(
                    "holdfast.serializer", "kryo", "holdfast.transcoder-factory-class", "java")));

    assertEquals(
        List.of("holdfast.serializer"),
        properties.unknown().stream().map(ConfigurationException::attribute).toList());
  }

  /** Some are for the whole process, such as {@code holdfast.dnsServers}. */
  @Test
  void givenWhenPropertiesOfTheSystemAreSetThenUnknownOnesAreLeftAlone() {
    ConfigurableEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            new MapPropertySource(
                StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
                Map.of("holdfast.sticky", "off", "holdfast.dnsServers", "10.0.0.10")));

    assertEquals(List.of(), new HoldfastProperties(environment).unknown());
    Map<Setting<?>, String> given = new HoldfastProperties(environment).given();

    assertEquals(Map.of(Setting.STICKY, "false"), given);
  }

  @Test
  void propertiesWhenADocumentPrintsThemThenAreKnown() throws IOException {
    Map<String, Object> printed = new HashMap<>();
    for (String document : List.of("migrating.md", "embedding.md")) {
      PROPERTY
          .matcher(Files.readString(Path.of("../../docs/" + document)))
          .results()
          .forEach(match -> printed.put(match.group(1), match.group(2)));
    }

    assertTrue(printed.size() > 3, printed::toString);
    assertEquals(List.of(), new HoldfastProperties(Environments.of(printed)).unknown());
  }

  @Test
  void routeWhenNotSetThenIsNone() {
    assertNull(new HoldfastProperties(Environments.of(Map.of())).route());
  }

  @Test
  void routeWhenSetThenIsNoUnknownProperty() {
    HoldfastProperties properties =
        new HoldfastProperties(Environments.of(Map.of("holdfast.route", "t1")));

    assertEquals(Map.of(), properties.given());
    assertEquals("t1", properties.route());
  }

  @Test
  void namesWhenListedThenNodesIsShortAndOthersAreThoseOfTheAttributes() {
    List<String> names =
        HoldfastProperty.ALL.stream().limit(3).map(HoldfastProperty::name).toList();

    assertEquals(
        List.of("holdfast.nodes", "holdfast.discovery-interval", "holdfast.failover-nodes"), names);
  }
}
