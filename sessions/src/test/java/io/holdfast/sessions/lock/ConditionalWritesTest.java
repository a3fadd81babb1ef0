package io.holdfast.sessions.lock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import org.junit.jupiter.api.Test;

/** Only its owner frees a lease: no way of doing so without a condition is ever used. */
final class ConditionalWritesTest {

  private static final JavaClasses LOCK =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.holdfast.sessions.lock");

  @Test
  void storesWhenUsedForLeasesThenNeverToDelete() {
    noClasses().should().callMethod(NodeStore.class, "delete", String.class).check(LOCK);
  }

  @Test
  void storesWhenUsedForLeasesThenNeverToTouch() {
    noClasses()
        .should()
        .callMethod(NodeStore.class, "touch", String.class, TimeToLive.class)
        .check(LOCK);
  }

  @Test
  void storesWhenUsedForLeasesThenNeverToRenewAVersion() {
    noClasses().should().callMethod(NodeStore.class, "renewVersion", String.class).check(LOCK);
  }

  @Test
  void storesWhenUsedForLeasesThenNeverToWriteInAnyCase() {
    noClasses()
        .should()
        .callMethod(WriteCondition.class, "always")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(WriteCondition.Always.class)
        .check(LOCK);
  }
}
