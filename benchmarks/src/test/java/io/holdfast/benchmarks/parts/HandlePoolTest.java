package io.holdfast.benchmarks.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class HandlePoolTest {

  @Test
  void readWhenThereAreMoreFilesThanRoomThenAllAreReadAndTheRestIsClosed() throws IOException {
    try (SessionFiles.Written files = SessionFiles.Written.create(5);
        HandlePool pool = new HandlePool(3, files::path)) {
      for (int i = 0; i < 20; i++) {
        int file = i % 5;
        SessionFiles.Written.check(file, 7L * i, pool.read(file, 7L * i, 10));
      }

      assertEquals(3, pool.size());
    }
  }
}
