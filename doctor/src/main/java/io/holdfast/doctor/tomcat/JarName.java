package io.holdfast.doctor.tomcat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a jar tells.
 *
 * @param file the name
 * @param artifact the part before the version, with the classifier where that stands for other
 *     contents: sources, or code for one operating system
 * @param version empty if it has none
 */
record JarName(String file, String artifact, String version) {

  private static final Pattern PARTS =
      Pattern.compile(
          "(?<artifact>.+?)-(?<version>\\d[\\w.+-]*?)(?<classifier>-(?:sources|javadoc|tests|test-sources|(?:natives|linux|osx|macos|windows|freebsd)[\\w.-]*))?\\.jar");

  private static final Pattern MSM =
      Pattern.compile("memcached-session-manager(?:-.*)?|msm-[a-z]+-serializer(?:-.*)?");

  static JarName of(Path path) {
    return of(String.valueOf(path.getFileName()));
  }

  static JarName of(String file) {
    Matcher parts = PARTS.matcher(file);
    if (!parts.matches()) {
      return new JarName(file, file.replaceFirst("\\.jar$", ""), "");
    }
    String classifier = parts.group("classifier");
    return new JarName(
        file,
        parts.group("artifact") + (classifier == null ? "" : classifier),
        parts.group("version"));
  }

  /** Returns whether it is memcached-session-manager's. */
  boolean isOfMsm() {
    return MSM.matcher(artifact).matches();
  }

  boolean isOfHoldfast() {
    return artifact.startsWith("holdfast-");
  }
}
