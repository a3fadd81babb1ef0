package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

final class ConfigurationFailureAnalyzerTest {

  @Test
  void analyzeWhenAValueIsWrongThenNamesPropertyValueOriginAndRemedy() {
    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.copies
            Value: "many"
            Origin: "holdfast.copies" from property source "program"
            Reason: a whole number from 1 to 100 is needed""",
        description(Map.of("holdfast.nodes", "n1:a:1", "holdfast.copies", "many")));
  }

  @Test
  void analyzeWhenAPropertyIsMissingThenShowsNoValue() {
    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.nodes
            Reason: the property is missing; for example holdfast.nodes=n1:localhost:11211""",
        description(Map.of()));
  }

  @Test
  void analyzeWhenTheValueIsSecretThenHidesIt() {
    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.password
            Value: "***"
            Origin: "holdfast.password" from property source "program"
            Reason: a username is needed as well; or leave it out""",
        description(Map.of("holdfast.nodes", "n1:a:1", "holdfast.password", "secret")));
  }

  @Test
  void analyzeWhenThePropertyDoesNotExistThenSaysWhereItIsSet() {
    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.stiky
            Origin: "holdfast.stiky" from property source "program"
            Reason: there is no such property; did you mean holdfast.sticky?""",
        description(Map.of("holdfast.nodes", "n1:a:1", "holdfast.stiky", "false")));
  }

  @Test
  void analyzeWhenNoPropertyIsNearTheOneThatDoesNotExistThenNamesNone() {
    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.strawberries
            Origin: "holdfast.strawberries" from property source "program"
            Reason: there is no such property; correct its name, or take it out""",
        description(Map.of("holdfast.nodes", "n1:a:1", "holdfast.strawberries", "false")));
  }

  @Test
  void analyzeWhenAListHasAWrongNameThenNamesTheNearestOneAndWhatIsMissingThen() {
    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.nods[0]
            Origin: "holdfast.nods[0]" from property source "program"
            Reason: there is no such property; did you mean holdfast.nodes?

            Property: holdfast.nodes
            Reason: the property is missing; for example holdfast.nodes=n1:localhost:11211""",
        description(Map.of("holdfast.nods[0]", "n1:a:1")));
  }

  @Test
  void analyzeWhenTheRemedyIsAnotherAttributeWithAValueThenNamesItsProperty() {
    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.locking-mode
            Value: "all"
            Origin: "holdfast.locking-mode" from property source "program"
            Reason: sticky sessions are not locked; leave the property out, or set \
        holdfast.sticky=false as well""",
        description(Map.of("holdfast.nodes", "n1:a:1", "holdfast.locking-mode", "all")));
  }

  /** Tomcat finds it out, when it starts. */
  @Test
  void analyzeWhenTheRouteIsWrongThenNamesItsProperty() {
    Map<String, Object> properties = Map.of("holdfast.nodes", "n1:a:1", "holdfast.route", "t 1");

    assertEquals(
        """
        Sessions cannot be backed up with these properties:

            Property: holdfast.route
            Value: "t 1"
            Origin: "holdfast.route" from property source "program"
            Reason: printable ASCII characters are needed""",
        description(
            Environments.of(properties),
            () -> {
              throw ConfigurationException.of(
                  "jvmRoute", "t 1", "printable ASCII characters are needed");
            }));
  }

  private static String description(Map<String, Object> properties) {
    Environment environment = Environments.of(properties);
    return description(
        environment,
        () -> {
          HoldfastProperties given = new HoldfastProperties(environment);
          var unused = ConfigurationParser.parse(given.given(), given.unknown());
        });
  }

  private static String description(Environment environment, Executable start) {
    ConfigurationException wrong = assertThrows(ConfigurationException.class, start);
    FailureAnalysis analysis = new ConfigurationFailureAnalyzer(environment).analyze(wrong);
    return Objects.requireNonNull(analysis).getDescription();
  }
}
