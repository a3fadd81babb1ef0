package io.holdfast.sessions.engine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A row of the tables in {@code src/test/resources/scenes}: a title, and below it the steps. A line
 * {@code each x: a b} plays the scene for each of the values, which stand where {@code $x} is.
 * {@code define name} begins steps that the others use by this name; {@code beginning} comes first
 * in each scene of its file.
 *
 * @param title of the scene, with its file and values
 * @param steps in order, see {@link Stage}
 * @param values by name
 * @param definitions of the file
 */
public record Scene(
    String title,
    List<String> steps,
    Map<String, String> values,
    Map<String, List<String>> definitions) {

  /** All scenes of all files of the module that is tested: it is the first on the class path. */
  public static List<Scene> all() throws IOException {
    List<Scene> all = new ArrayList<>();
    URI folder = URI.create(Objects.requireNonNull(Scene.class.getResource("/scenes")).toString());
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      for (Path file : files.sorted().toList()) {
        read(file, all);
      }
    }
    return all;
  }

  private static void read(Path file, List<Scene> all) throws IOException {
    Map<String, List<String>> definitions = new HashMap<>();
    definitions.put("beginning", List.of());
    Map<String, List<String>> scenes = new HashMap<>();
    List<String> titles = new ArrayList<>();
    List<String> steps = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("  ")) {
        steps.addAll(List.of(line.strip().split("; *")));
      } else if (line.startsWith("define ")) {
        steps = new ArrayList<>();
        definitions.put(line.substring("define ".length()), steps);
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        steps = new ArrayList<>();
        titles.add(line);
        if (scenes.put(line, steps) != null) {
          throw new AssertionError(file + " has two scenes with the title " + line);
        }
      }
    }
    for (String title : titles) {
      addEach(
          new Scene(
              file.getFileName() + ": " + title,
              Objects.requireNonNull(scenes.get(title)),
              Map.of(),
              definitions),
          all);
    }
  }

  private static void addEach(Scene scene, List<Scene> all) {
    String first = scene.steps.get(0);
    if (!first.startsWith("each ")) {
      all.add(scene);
      return;
    }
    String[] sides = first.substring("each ".length()).split(": *", 2);
    for (String value : sides[1].split(" ")) {
      Map<String, String> values = new HashMap<>(scene.values);
      values.put(sides[0], value);
      List<String> rest = scene.steps.subList(1, scene.steps.size());
      addEach(new Scene(scene.title + " " + value, rest, values, scene.definitions), all);
    }
  }

  /** Plays it. */
  void play() {
    Stage stage = new Stage(this);
    stage.play(definitions.getOrDefault("beginning", List.of()));
    stage.play(steps);
    stage.close();
  }

  @Override
  public String toString() {
    return title;
  }
}
