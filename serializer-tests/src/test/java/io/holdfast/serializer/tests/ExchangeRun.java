package io.holdfast.serializer.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes an {@link Exchange} happen. A set-up writes in one virtual machine and reads in another one
 * that has written nothing, as the Tomcat does that takes a session over.
 *
 * @param folder where files and logs stay
 */
record ExchangeRun(List<SetUp> setUps, Path folder) {

  Exchange run() throws IOException {
    Files.createDirectories(folder);
    sideBySide("write", setUp -> List.of(encodings(setUp)));
    sideBySide("read", this::filesOfReader);

    Map<SetUp, List<Encoding>> written = new LinkedHashMap<>();
    Map<SetUp, Map<SetUp, List<Reading>>> read = new LinkedHashMap<>();
    for (SetUp setUp : setUps) {
      written.put(setUp, EncodingsFile.read(encodings(setUp)));
      Map<SetUp, List<Reading>> byWriter = new LinkedHashMap<>();
      for (SetUp writer : setUps) {
        byWriter.put(writer, ReadingsFile.read(readings(setUp, writer)));
      }
      read.put(setUp, byWriter);
    }
    return new Exchange(written, read);
  }

  private Path encodings(SetUp writer) {
    return folder.resolve(writer.fileName() + ".encodings");
  }

  private Path readings(SetUp reader, SetUp writer) {
    return folder.resolve(reader.fileName() + "-of-" + writer.fileName() + ".readings");
  }

  private List<Path> filesOfReader(SetUp reader) {
    List<Path> files = new ArrayList<>();
    for (SetUp writer : setUps) {
      files.add(encodings(writer));
      files.add(readings(reader, writer));
    }
    return files;
  }

  private void sideBySide(String verb, Function<SetUp, List<Path>> files) {
    List<ExchangeProcess> processes = new ArrayList<>();
    try {
      for (SetUp setUp : setUps) {
        Path log = folder.resolve(setUp.fileName() + "-" + verb + ".log");
        processes.add(ExchangeProcess.start(setUp, log, verb, files.apply(setUp)));
      }
      processes.forEach(ExchangeProcess::join);
    } finally {
      processes.forEach(ExchangeProcess::close);
    }
  }
}
