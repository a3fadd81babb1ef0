import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells which Tomcat of each line the build tests, and which is the newest that has an untouched distribution in a
 * Maven repository. With {@code --write} the pom names the newest ones afterwards. Ends with status 1 if there is a
 * newer one, and 2 if the repository cannot be asked.
 */
final class NewestTomcats {

  private static final String CENTRAL = "https://repo.maven.apache.org/maven2/";
  private static final String FOLDER = "org/apache/tomcat/tomcat/";
  private static final Pattern TESTED =
      Pattern.compile("<(version\\.tomcat\\d+\\.dist)>((\\d+\\.\\d+)\\.\\d+)</");
  private static final Pattern LISTED = Pattern.compile("<version>([^<]+)</version>");

  /** The line after the last one that is tested; only milestones are looked for. */
  private static final String NEXT_LINE = "12.0.0-M";

  /** So many numbers after the newest version of the list are tried: the list may be behind. */
  private static final int AHEAD = 5;

  private static final int TIMEOUT_MILLIS = 30_000;

  private final URI repository;
  private final List<String> listed = new ArrayList<>();

  private NewestTomcats(URI repository) {
    this.repository = repository;
  }

  public static void main(String[] arguments) {
    List<String> given = new ArrayList<>(List.of(arguments));
    boolean writes = given.remove("--write");
    if (given.size() > 2 || given.isEmpty() || given.stream().anyMatch(each -> each.startsWith("-"))) {
      System.err.println("usage: dist/newest-tomcats [--write] [REPOSITORY]    (" + CENTRAL + " unless given)");
      System.exit(2);
    }
    URI repository = URI.create(given.size() == 2 ? given.get(1) : CENTRAL);
    try {
      System.exit(new NewestTomcats(repository).compare(Path.of(given.get(0)), writes) ? 1 : 0);
    } catch (IOException e) {
      System.err.println("[holdfast] newest Tomcats: " + repository + " cannot be asked: " + e);
      System.exit(2);
    }
  }

  /** Whether there are newer ones. */
  private boolean compare(Path pom, boolean writes) throws IOException {
    LISTED.matcher(read(FOLDER + "maven-metadata.xml")).results().map(found -> found.group(1)).forEach(listed::add);
    String text = Files.readString(pom);
    List<MatchResult> lines = TESTED.matcher(text).results().toList();
    System.out.printf("%-6s %-10s %s%n", "line", "tested", "newest");
    boolean anyNewer = false;
    for (MatchResult line : lines) {
      String tested = line.group(2);
      String newest = newest(line.group(3) + ".", tested);
      boolean isNewer = !newest.equals(tested);
      anyNewer |= isNewer;
      System.out.printf("%-6s %-10s %s%s%n", line.group(3), tested, newest, isNewer ? "  NEWER" : "");
      String property = line.group(1);
      text = text.replace(element(property, tested), element(property, newest));
    }
    String milestone = newest(NEXT_LINE, NEXT_LINE + 0);
    boolean isThere = !milestone.equals(NEXT_LINE + 0);
    System.out.printf("%-6s %-10s %s%n", "12.0", "none", isThere ? milestone + "  NEW LINE" : "none");
    if (writes && anyNewer) {
      Files.writeString(pom, text);
    }
    return (anyNewer && !writes) || isThere;
  }

  private static String element(String property, String version) {
    return "<" + property + ">" + version + "</" + property + ">";
  }

  /** The newest version that begins like this and has a distribution; the one that is tested if no other has. */
  private String newest(String prefix, String tested) throws IOException {
    Pattern ofLine = Pattern.compile(Pattern.quote(prefix) + "(\\d+)");
    int known = number(ofLine, tested);
    int last = listed.stream().mapToInt(each -> number(ofLine, each)).reduce(known, Math::max);
    for (int candidate = last + AHEAD; candidate > known; candidate--) { // the list has gaps
      if (hasDistribution(prefix + candidate)) {
        return prefix + candidate;
      }
    }
    return tested;
  }

  /** The number at the end of a version; -1 for another line. */
  private static int number(Pattern ofLine, String version) {
    Matcher matcher = ofLine.matcher(version);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  private boolean hasDistribution(String version) throws IOException {
    return isThere(FOLDER + version + "/tomcat-" + version + ".tar.gz");
  }

  private boolean isThere(String path) throws IOException {
    URLConnection connection = open(path);
    if (connection instanceof HttpURLConnection http) {
      http.setRequestMethod("HEAD");
      int status = http.getResponseCode();
      if (status != 200 && status != 404) {
        throw new IOException("status " + status + " for " + connection.getURL());
      }
      return status == 200;
    }
    try (InputStream there = connection.getInputStream()) {
      return there.read() >= 0;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private String read(String path) throws IOException {
    try (InputStream content = open(path).getInputStream()) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private URLConnection open(String path) throws IOException {
    URLConnection connection = repository.resolve(path).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    return connection;
  }
}
