package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts put together, with a node where no server listens. */
@Timeout(60)
final class SessionRuntimeTest {

  private final Map<Setting<?>, String> settings = new TreeMap<>();
  private @Nullable TranscoderFactory transcoderFactory;

  SessionRuntimeTest() {
    settings.put(Setting.MEMCACHED_NODES, "n1:127.0.0.1:" + FreePort.find());
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.OPERATION_TIMEOUT, "50");
  }

  @AfterEach
  void noThreadIsLeft() {
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void openWhenNoNodeHasEverAnsweredThenTheInstanceThatIsHereGoesOn(String sticky) {
    settings.put(Setting.STICKY, sticky);
    try (SessionRuntime runtime = start()) {
      FakeInstance session = session(runtime);
      session.set("value", "text");

      SaveOutcome saved = runtime.sessions().save(session).join();
      LoadedSession opening =
          runtime.sessions().look(session.sessionId(), session, false).join().get();

      assertEquals(SaveOutcome.FAILED, saved);
      assertInstanceOf(LoadedSession.Local.class, opening);
      assertEquals("text", session.get("value"));
      assertTrue(session.instanceState().isNotStored());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void drainWhenNoNodeAnswersThenCountsWhatIsNotSaved(String sticky) {
    settings.put(Setting.STICKY, sticky);
    try (SessionRuntime runtime = start()) {
      int unsaved = runtime.drain(List.of(session(runtime)), Duration.ofSeconds(10));

      assertEquals(1, unsaved);
    }
  }

  @Test
  void toStringWhenStickyThenNamesTheModeAndTheBackups() {
    try (SessionRuntime runtime = start()) {
      assertTrue(runtime.toString().contains("sticky, asynchronous backups,"), runtime::toString);
    }
  }

  @Test
  void toStringWhenNotStickyThenNamesTheModeAndTheLocking() {
    settings.put(Setting.STICKY, "false");
    settings.put(Setting.LOCKING_MODE, "all");
    try (SessionRuntime runtime = start()) {
      assertTrue(runtime.toString().contains("non-sticky, locking mode all,"), runtime::toString);
    }
  }

  @Test
  void closeWhenCalledTwiceThenNothingHappens() {
    SessionRuntime runtime = start();
    runtime.close();

    runtime.close();

    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void newWhenTheSerializerIsUnknownThenNamesTheAttributeAndTheRemedy() {
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, "com.example.Missing");

    ConfigurationException e = assertThrows(ConfigurationException.class, this::start);

    assertEquals("transcoderFactoryClass", e.attribute());
    assertTrue(
        String.valueOf(e.getMessage()).contains("to the dependencies of the program"), e::toString);
  }

  @Test
  void newWhenTheProgramMadeTheSerializerThenNoneIsLookedFor() {
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, "com.example.Missing");
    transcoderFactory = new JdkTranscoderFactory();

    try (SessionRuntime runtime = start()) {
      assertTrue(runtime.toString().contains("serializer jdk,"), runtime::toString);
    }
  }

  @Test
  void newWhenAnAllowedClassIsMalformedThenNamesTheAttribute() {
    settings.put(Setting.ALLOWED_CLASSES, "com.*.example");

    ConfigurationException e = assertThrows(ConfigurationException.class, this::start);

    assertEquals(
        "allowedClasses=\"com.*.example\": \"com.*.example\" is neither a class name nor package.*"
            + " nor package.** nor a preset",
        e.getMessage());
  }

  @Test
  void newWhenAConverterCannotBeUsedThenNamesThatAttributeAndTheRemedy() {
    settings.put(Setting.CUSTOM_CONVERTER, "com.example.Missing");
    transcoderFactory =
        new TranscoderFactory() {
          @Override
          public String name() {
            return "converting";
          }

          @Override
          public Transcoder create(TranscoderContext context) {
            throw new AssertionError(CustomConverter.allOf(context));
          }
        };

    ConfigurationException e = assertThrows(ConfigurationException.class, this::start);

    String message = String.valueOf(e.getMessage());
    assertTrue(
        message.startsWith("customConverter=\"com.example.Missing\": there is no such class"),
        message);
    assertTrue(message.contains("for a ready-made one io.holdfast:holdfast-converters"), message);
    assertFalse(message.substring(1).contains("customConverter="), message);
  }

  @Test
  void toStringWhenTheSerializerIsGivenAsAClassThenShowsItsName() {
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());

    try (SessionRuntime runtime = start()) {
      assertTrue(runtime.toString().contains("serializer jdk,"), runtime::toString);
    }
  }

  @Test
  void newWhenTheKeyPrefixIsMalformedThenNamesTheAttribute() {
    settings.put(Setting.STORAGE_KEY_PREFIX, "nonsense");

    ConfigurationException e = assertThrows(ConfigurationException.class, this::start);

    assertEquals("storageKeyPrefix", e.attribute());
  }

  @Test
  void toStringWhenThereIsAPasswordThenNotShown() {
    settings.put(Setting.MEMCACHED_PROTOCOL, "binary");
    settings.put(Setting.USERNAME, "user");
    settings.put(Setting.PASSWORD, "secret-word");

    try (SessionRuntime runtime = start()) {
      assertFalse(runtime.toString().contains("secret-word"), runtime::toString);
      assertTrue(runtime.toString().contains("n1"), runtime::toString);
    }
  }

  private static FakeInstance session(SessionRuntime runtime) {
    long now = System.currentTimeMillis();
    return new FakeInstance(
        new SessionId("a"),
        new SessionTimes(now, now, now, 1_800),
        runtime.sessions().noAttributes());
  }

  private SessionRuntime start() {
    ClassLoader loader = getClass().getClassLoader();
    return new SessionRuntime(
        ConfigurationParser.parse(settings),
        TestApplication.of(
            "localhost", "/shop", null, loader, loader, transcoderFactory, InstantSource.system()),
        List::of);
  }
}
