package io.holdfast.demo.browser;

import io.holdfast.testkit.Await;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/** A page in a headless Chromium of its own. */
final class BrowserPage implements AutoCloseable {

  private static final int WIDTH = 1280;
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final Pattern PAGE = Pattern.compile("\"webSocketDebuggerUrl\": *\"([^\"]+)\"");
  private static final Pattern VALUE = Pattern.compile("\"value\":\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern DATA = Pattern.compile("\"data\":\"([^\"]+)\"");

  private final Process browser;
  private final DevTools tools;

  private BrowserPage(Process browser, DevTools tools) {
    this.browser = browser;
    this.tools = tools;
  }

  /** Starts the browser that the tests name, with a profile of its own, and opens an address. */
  static BrowserPage open(String address) throws IOException, InterruptedException {
    Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
    String executable = System.getProperty("holdfast.browser", "");
    Path profile = Files.createTempDirectory(target, "browser-");
    Process browser =
        new ProcessBuilder(command(executable, profile))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    int port = awaitPort(browser, profile.resolve("DevToolsActivePort"));
    HttpRequest blank =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    Matcher page =
        PAGE.matcher(HttpClient.newHttpClient().send(blank, BodyHandlers.ofString()).body());
    if (!page.find()) {
      throw new IllegalStateException("the browser opened no page");
    }
    DevTools tools = new DevTools(URI.create(page.group(1)));
    for (String domain : List.of("Page", "Log", "Runtime")) {
      tools.send(domain + ".enable", "{}");
    }
    BrowserPage opened = new BrowserPage(browser, tools);
    opened.resize(WIDTH, 990);
    opened.navigate(address);
    return opened;
  }

  /** Goes to another address. */
  void navigate(String address) {
    tools.send("Page.navigate", "{\"url\":\"%s\"}".formatted(address));
  }

  /** Sends a header with each request from now on. */
  void sendHeader(String name, String value) {
    tools.send("Network.enable", "{}");
    tools.send(
        "Network.setExtraHTTPHeaders", "{\"headers\":{\"%s\":\"%s\"}}".formatted(name, value));
  }

  /** Says that its user prefers a dark page. */
  void preferDark() {
    tools.send(
        "Emulation.setEmulatedMedia",
        "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"dark\"}]}");
  }

  /** Makes the window so large, in pixels of CSS. */
  void resize(int width, int height) {
    tools.send(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":false}"
            .formatted(width, height));
  }

  /** Loads the page again; waits until the old one is gone. */
  void reload() {
    evaluate("window.isOld = true");
    tools.send("Page.reload", "{}");
    await("window.isOld === undefined && document.readyState === 'complete'");
  }

  /** What the browser complained of: refused contents, failed requests, exceptions of scripts. */
  List<String> complaints() {
    return tools.complaints();
  }

  private static List<String> command(String executable, Path profile) {
    List<String> command = new ArrayList<>(List.of(executable, "--headless=new"));
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--no-sandbox");
    }
    command.addAll(List.of("--disable-gpu", "--disable-quic", "--no-first-run"));
    command.addAll(List.of("--disable-background-networking", "--disable-component-update"));
    command.addAll(List.of("--disable-sync", "--hide-scrollbars", "--disable-dev-shm-usage"));
    command.addAll(List.of("--user-data-dir=" + profile, "--remote-debugging-port=0"));
    command.add("about:blank");
    return command;
  }

  /** The browser writes its port into a file: that line first, then one more. */
  private static int awaitPort(Process browser, Path file) {
    Await.until(
        "the browser tells its port",
        DEADLINE,
        () -> !browser.isAlive() || (Files.exists(file) && readLines(file).size() > 1));
    if (!browser.isAlive()) {
      throw new IllegalStateException("the browser ended: " + browser.exitValue());
    }
    return Integer.parseInt(readLines(file).get(0));
  }

  private static List<String> readLines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The value of an expression, as JavaScript's {@code String} gives it. */
  String evaluate(String expression) {
    String script = "String(" + expression + ")";
    String quoted = script.replace("\\", "\\\\").replace("\"", "\\\"");
    String answer = tools.send("Runtime.evaluate", "{\"expression\":\"%s\"}".formatted(quoted));
    Matcher value = VALUE.matcher(answer);
    if (!value.find()) {
      throw new IllegalStateException(expression + ": " + answer);
    }
    return value.group(1);
  }

  /** The text of the element with this id. */
  String text(String id) {
    return evaluate("document.getElementById('%s').textContent".formatted(id));
  }

  /** Waits until an expression is true. */
  void await(String expression) {
    Await.until(expression, DEADLINE, () -> evaluate(expression).equals("true"));
  }

  /** Presses the mouse on the element with this id, once it is there, enabled and in sight. */
  void click(String id) {
    String element = "document.getElementById('%s')".formatted(id);
    await(element + " !== null && !" + element + ".disabled");
    String x = "(box => box.x + box.width / 2)(" + element + ".getBoundingClientRect())";
    String y = "(box => box.y + box.height / 2)(" + element + ".getBoundingClientRect())";
    await("document.elementFromPoint(%s, %s) === %s".formatted(x, y, element));
    String at = "\"x\":%s,\"y\":%s".formatted(evaluate(x), evaluate(y));
    for (String type : List.of("mousePressed", "mouseReleased")) {
      tools.send(
          "Input.dispatchMouseEvent",
          "{\"type\":\"%s\",%s,\"button\":\"left\",\"clickCount\":1}".formatted(type, at));
    }
  }

  /** Writes what the page looks like when nothing moves any more, as PNG. */
  void screenshot(Path file) throws IOException {
    await("document.getAnimations().length === 0");
    Files.createDirectories(file.getParent());
    Files.write(file, png());
  }

  /** What the page looks like now, also while something moves. */
  BufferedImage picture() throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png()));
  }

  private byte[] png() {
    Matcher data = DATA.matcher(tools.send("Page.captureScreenshot", "{\"format\":\"png\"}"));
    if (!data.find()) {
      throw new IllegalStateException("the browser gave no picture");
    }
    return Base64.getDecoder().decode(data.group(1));
  }

  @Override
  public void close() {
    tools.close();
    // Its helpers end with it, but only a moment later.
    List<ProcessHandle> helpers = browser.descendants().toList();
    browser.destroy();
    browser.onExit().join();
    helpers.forEach(ProcessHandle::destroyForcibly);
  }
}
