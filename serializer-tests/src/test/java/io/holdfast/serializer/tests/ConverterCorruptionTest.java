package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.CorruptionKit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** Damaged bytes of what converters wrote end in nothing worse than without converters. */
final class ConverterCorruptionTest {

  @Nested
  final class Kryo extends Converted {
    @Override
    String serializer() {
      return "kryo";
    }
  }

  @Nested
  final class XStream extends Converted {
    @Override
    String serializer() {
      return "xstream";
    }
  }

  @Nested
  final class Javolution extends Converted {
    @Override
    String serializer() {
      return "javolution";
    }
  }

  /** Some of what each converter converts, in one session. */
  abstract static class Converted extends CorruptionKit {

    private static final int KINDS_OF_EACH = 3;

    abstract String serializer();

    @Override
    protected TranscoderFactory factory() {
      String name = serializer();
      Serializer converting =
          Serializer.ALL.stream()
              .filter(candidate -> candidate.factory().equals(name))
              .findFirst()
              .orElseThrow()
              .with(LibraryConverter.names());
      return new TranscoderFactory() {
        @Override
        public String name() {
          return name;
        }

        @Override
        public Transcoder create(TranscoderContext context) {
          return converting.transcoder(context);
        }
      };
    }

    @Override
    protected Object sample() {
      Map<String, Object> session = new LinkedHashMap<>();
      for (LibraryConverter converter : LibraryConverter.ALL) {
        converter.kinds().stream()
            .filter(kind -> !kind.name().contains("chronology"))
            .limit(KINDS_OF_EACH)
            .forEach(kind -> session.put("a" + session.size(), kind.sample().get()));
      }
      return session;
    }
  }
}
