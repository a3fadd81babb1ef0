package io.holdfast.tomcat;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LoggersOfTomcatTest {

  /** One that is made while an application starts would fall silent with it. */
  @Test
  void loggerWhenMadeThenForTheLoaderOfTheLibrary() {
    noClasses()
        .should()
        .callMethod(System.class, "getLogger", String.class)
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.holdfast.tomcat"));
  }
}
