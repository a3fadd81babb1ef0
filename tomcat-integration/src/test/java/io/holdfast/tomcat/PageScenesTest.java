package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.sessions.engine.Scene;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.CommandTap;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.tomcat.response.AttributeEvents;
import io.holdfast.tomcat.response.ResponseSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.apache.catalina.valves.rewrite.RewriteValve;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays the scenes of {@code src/test/resources/scenes} on Tomcats with a {@link StepPage}.
 *
 * <p>A step is a subject, a verb and its words, and what it yields behind an arrow; {@code not}
 * before that means anything else. {@code await} repeats it until it yields that. A request yields
 * the body of its answer, or its status if that is not 200, with "again" if it says {@code
 * Retry-After: 1}. A word that ends with a colon names the client: {@code copy:} for one with the
 * cookies of the moment, {@code new:} for one without. {@code x = …} keeps what a step yields, and
 * {@code x = t1 sends …} a request under way; {@code holds} waits until it has come to the gate.
 */
class PageScenesTest extends WithOneNode {

  private static final long AHEAD = 60_000;
  private static final String SOCKETS = AttributeEvents.SOCKETS;

  /** What requests do with their response, by the word for it. */
  private static final Map<String, String> RESPONSES =
      Map.of(
          "reset", "reset",
          "large", "reset; print x*100000",
          "sent-error", "reset; error 404",
          "failed", "fail servlet",
          "included", "reset; include /page?way=flush");

  private final Map<String, Browser> clients = new HashMap<>();
  private final Map<String, PageTomcat> tomcats = new HashMap<>();
  private final List<MemcachedNode> nodes = new ArrayList<>();
  private final Map<String, Object> kept = new HashMap<>();
  private Map<String, String> values = Map.of();
  private Map<String, List<String>> definitions = Map.of();
  private @Nullable HttpSession found;
  private @Nullable CapturedLog log;
  private @Nullable CommandTap tap;
  private int mark;

  @ParameterizedTest
  @MethodSource("io.holdfast.sessions.engine.Scene#all")
  @Timeout(120)
  void sceneWhenPlayedThenEachStepYieldsWhatItSays(Scene scene) {
    nodes.add(node);
    values = new HashMap<>(scene.values());
    definitions = scene.definitions();
    page.with("created", (request, response) -> request.getSession().getCreationTime())
        .with("look", (request, response) -> request.getSession(false) == null ? "none" : "one")
        .with("tell-id", (request, response) -> tell(request.getSession().getId()))
        .with("end-others", (request, response) -> endOthers(request.getSession()))
        .with("end-all", (request, response) -> users().end(user(request.getSession())));
    for (String fruit : List.of("apple", "pear", "plum")) {
      page.with(fruit, (request, response) -> basketWith(fruit, request.getSession()));
    }
    page.value(SOCKETS, () -> new ArrayList<>(List.of("a socket")))
        .with("elsewhere", (request, response) -> later(request::getSession).join().isNew())
        .with("again", (request, response) -> comeAgain(request, response))
        .with("pass", (request, response) -> pass(request, response));
    RESPONSES.forEach(
        (name, steps) -> page.with(name, (request, response) -> respond(request, response, steps)));
    try (CapturedLog captured = new CapturedLog(MemcachedSessionManager.class)) {
      log = captured;
      play(definitions.getOrDefault("beginning", List.of()));
      play(scene.steps());
    }
  }

  /** Takes {@link ResponseSteps}. */
  private static @Nullable Object respond(
      HttpServletRequest request, HttpServletResponse response, String steps)
      throws IOException, ServletException {
    new ResponseSteps(request, response, Map.of()).take(steps);
    return null;
  }

  private static @Nullable Object comeAgain(
      HttpServletRequest request, HttpServletResponse response) {
    if (request.getAttribute("comes again") == null) {
      request.setAttribute("comes again", true);
      request.startAsync().dispatch();
    } else {
      response.reset();
    }
    return null;
  }

  /** Hands the request to another application. */
  private static @Nullable Object pass(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    ServletContext other = request.getServletContext().getContext("/two");
    String way = request.getParameter("then").replace(' ', '+');
    other.getRequestDispatcher("/page?way=" + way).forward(request, response);
    return null;
  }

  /** Another client learns the id. */
  private @Nullable Object tell(String id) {
    Browser told = new Browser();
    told.setCookie("JSESSIONID", id);
    clients.put("told", told);
    return null;
  }

  private static Object basketWith(String fruit, HttpSession session) {
    List<String> basket = StepPage.basketOf(session);
    basket.add(fruit);
    return basket;
  }

  private static SessionsByUser users() {
    return SessionsByUser.ofThisApplication();
  }

  private static int endOthers(HttpSession session) {
    return users().endOthers(user(session), session.getId());
  }

  private static String user(HttpSession session) {
    return (String) session.getAttribute(SessionsByUser.USER_ATTRIBUTE);
  }

  @Override
  boolean isRoutedAlways() {
    return definitions.containsKey("routed-always");
  }

  private void play(List<String> steps) {
    steps.forEach(this::step);
  }

  private void step(String written) {
    String step = written;
    for (Map.Entry<String, String> value : values.entrySet()) {
      step = step.replace("$" + value.getKey(), value.getValue());
    }
    List<String> defined = definitions.get(step);
    if (defined != null) {
      play(defined);
      return;
    }
    String[] sides = step.split(" -> ", -1);
    String expected = sides.length > 1 ? sides[1] : "";
    List<String> words = List.of(sides[0].split(" "));
    if (words.get(0).equals("await")) {
      List<String> repeated = words.subList(1, words.size());
      Await.until(step, () -> isAsExpected(expected, take(repeated)));
      return;
    }
    boolean isNamed = words.size() > 2 && words.get(1).equals("=");
    Object yielded = take(isNamed ? words.subList(2, words.size()) : words);
    if (isNamed) {
      kept.put(words.get(0), Objects.requireNonNull(yielded, step));
    }
    if (sides.length > 1) {
      assertTrue(isAsExpected(expected, yielded), () -> sides[0] + " yielded " + shown(yielded));
    }
  }

  private boolean isAsExpected(String expected, @Nullable Object yielded) {
    if (expected.startsWith("above ")) {
      return (Long) Objects.requireNonNull(yielded) > (Long) known(expected.substring(6));
    }
    boolean isNegated = expected.startsWith("not ");
    Object other = known(isNegated ? expected.substring(4) : expected);
    return isNegated != shown(yielded).equals(shown(other));
  }

  private Object known(String word) {
    return kept.getOrDefault(word, word);
  }

  private static String shown(@Nullable Object yielded) {
    return yielded instanceof byte[] bytes
        ? Arrays.toString(bytes)
        : yielded instanceof Response answer ? shown(answer) : String.valueOf(yielded);
  }

  private static String shown(Response answer) {
    boolean isToAskAgain = "1".equals(answer.header("Retry-After"));
    return answer.status() == 200
        ? answer.body()
        : answer.status() + (isToAskAgain ? " again" : "");
  }

  private @Nullable Object take(List<String> words) {
    String subject = words.get(0);
    List<String> rest = words.subList(1, words.size());
    PageTomcat tomcat = tomcats.get(subject);
    if (tomcat != null) {
      return ofTomcat(tomcat, rest.get(0), rest.subList(1, rest.size()));
    }
    if (kept.get(subject) instanceof CompletableFuture<?> request) {
      return ofRequest(request, rest.isEmpty() ? "" : rest.get(0));
    }
    switch (subject) {
      case "n1", "n2" -> {
        return ofNode(subject.charAt(1) - '1', rest);
      }
      case "start" -> tomcats.put(rest.get(0), started(rest));
      case "rewrites" -> rewrite(rest.get(0), rest.get(1));
      case "open" -> page.gate(rest.isEmpty() ? "hold" : rest.get(0)).open();
      case "remember" -> clients.put(rest.get(0), browser.copy());
      case "cookie" -> browser.setCookie("JSESSIONID", rest.get(0));
      case "no-lease" -> awaitNoLease();
      case "next-millisecond" -> {
        long now = System.currentTimeMillis();
        Await.until("the next millisecond", () -> System.currentTimeMillis() > now);
      }
      case "id" -> {
        return id(browser);
      }
      case "waiting" -> {
        return threadsIn(".RequestLeases", "take");
      }
      case "kept" -> {
        return ofSession(found == null ? page.kept() : found, rest);
      }
      case "files" -> {
        return files();
      }
      case "route" -> {
        return id(browser).replaceFirst(".*[.]", "");
      }
      case "mark" -> mark = commands().size();
      case "sent" -> {
        return commands().stream()
            .skip(mark)
            .filter(command -> command.endsWith(String.join("", rest)))
            .collect(Collectors.joining(", "));
      }
      case "asked-again" -> { // the Tomcat behind the tap has heard that another one has the lease
        return Objects.requireNonNull(tap).commands().stream()
                .filter(command -> command.startsWith("add ") && command.contains(":l"))
                .count()
            > 1;
      }
      case "refusals" -> {
        return Objects.requireNonNull(log).messages(Level.INFO).stream()
            .filter(line -> line.endsWith("this Tomcat does not have it"))
            .count();
      }
      case "seconds" -> {
        long start = System.nanoTime();
        Duration time = Duration.ofSeconds(Long.parseLong(rest.get(0)));
        Await.until("time passes", () -> System.nanoTime() - start > time.toNanos());
      }
      default -> throw new IllegalArgumentException(String.join(" ", words));
    }
    return null;
  }

  /** What went through the tap about the browser's session, but for times of access. */
  private List<String> commands() {
    String id = id(browser);
    return Objects.requireNonNull(tap).commands().stream()
        .filter(command -> command.contains(id) && !command.endsWith(":a"))
        .map(command -> command.replace(id + ":l", "lease").replace(id, "record"))
        .toList();
  }

  private static Object ofRequest(CompletableFuture<?> request, String verb) {
    if (verb.equals("waits")) {
      Await.until(
          "it waits for the lease, or is over",
          () ->
              isAnyAskingForALease()
                  || isAnyIn(".RequestLeases", "ofChangingId")
                  || request.isDone());
    }
    if (verb.equals("waits") || verb.equals("is-at-work")) {
      assertFalse(request.isDone(), "two requests had the session to themselves");
      return "yes";
    }
    Response answer = (Response) request.join();
    return verb.equals("cookies") ? answer.setCookies() : answer;
  }

  /** What the application does outside of requests. */
  private static @Nullable Object ofSession(HttpSession session, List<String> words) {
    try {
      switch (words.get(0)) {
        case "sets" -> session.setAttribute(words.get(1), words.get(2));
        case "shows" -> {
          return session.getAttribute(words.get(1));
        }
        case "unsets" -> session.removeAttribute(words.get(1));
        case "ends" -> session.invalidate();
        case "lasts" -> session.setMaxInactiveInterval(Integer.parseInt(words.get(1)));
        default -> throw new IllegalArgumentException(words.toString());
      }
      return null;
    } catch (IllegalStateException e) {
      return "refused";
    }
  }

  private long files() {
    try (Stream<Path> all = Files.walk(base.resolve("spill"))) {
      return all.filter(file -> file.toString().endsWith(".session")).count();
    } catch (IOException | UncheckedIOException e) {
      return -1; // a file went away while the directory was read
    }
  }

  // ---- nodes ----

  private @Nullable Object ofNode(int number, List<String> words) {
    if (number == nodes.size()) {
      nodes.add(closing(MemcachedNodes.start()));
    }
    MemcachedNode each = nodes.get(number);
    String first = words.size() > 1 ? words.get(1) : "";
    switch (words.get(0)) {
      case "exists" -> {}
      case "starts" -> each.start();
      case "dies" -> each.kill();
      case "hangs" -> each.freeze();
      case "goes-on" -> each.thaw();
      case "forgets" -> each.probe().flushAll();
      case "has" -> {
        return each.probe().get(keyOf(first));
      }
      case "takes" -> each.probe().set(keyOf(first), (byte[]) known(words.get(2)));
      case "drops" -> each.probe().delete(keyOf(first));
      default -> throw new IllegalArgumentException(words.toString());
    }
    return null;
  }

  /** The key of a client's record, or this very one. */
  private String keyOf(String name) {
    return name.endsWith(":") ? key(client(name)) : name;
  }

  // ---- Tomcats ----

  /** Words are the name, a mode, and settings; some of these are none of the manager. */
  private PageTomcat started(List<String> words) {
    Map<String, String> given =
        words.stream()
            .skip(2)
            .map(word -> word.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    String[] addresses =
        IntStream.range(0, nodes.size())
            .mapToObj(i -> nodes.size() == 1 ? node.address() : named(i))
            .toArray(String[]::new);
    if (given.containsKey("tapped")) {
      tap = tap == null ? closing(CommandTap.before(node)) : tap;
      addresses[0] = tap.address();
    }
    ManagerBuilder builder = settings(words.get(1), addresses);
    given.forEach(
        (key, value) ->
            Setting.find(key)
                .ifPresent(each -> builder.attribute(each, value.replace("BASE", "" + base))));
    return start(
        words.get(0),
        List.of(given.getOrDefault("apps", "").split(",")),
        builder,
        page,
        context -> describe(context, given));
  }

  private String named(int number) {
    return "n%d:%s".formatted(number + 1, nodes.get(number).address());
  }

  private void describe(StandardContext context, Map<String, String> given) {
    boolean isRoot = context.getPath().isEmpty();
    if (given.containsKey("cookiePath")) {
      context.setSessionCookiePath(given.get("cookiePath"));
    }
    if (given.containsKey("cookieOfShop") && !isRoot) { // for the paths that are rewritten, too
      context.setSessionCookieName(given.get("cookieOfShop"));
      context.setSessionCookiePath("/");
    }
    context.setCrossContext(true);
    if (given.containsKey("first")) { // an application before one that is not sticky
      setManager(context, given.get("first"));
    }
    if (given.containsKey("crawlers")) { // asks for each session before ours has the request
      context.getParent().getPipeline().addValve(new CrawlerSessionManagerValve());
    }
    if (given.containsKey("rewriting") && isRoot) {
      context.getPipeline().addValve(new RewriteValve());
    }
  }

  private void setManager(StandardContext context, String first) {
    if (context.getPath().equals("/two") || first.equals("none")) {
      String keys = "context,webappVersion";
      context.setManager(settings("none").set(Setting.STORAGE_KEY_PREFIX, keys).build());
    } else if (first.equals("tomcats")) {
      context.setManager(new StandardManager());
    }
  }

  private void rewrite(String from, String to) {
    try {
      Path rules = Files.createDirectories(base.resolve("WEB-INF")).resolve("rewrite.config");
      Files.writeString(rules, "RewriteRule %s %s [L]\n".formatted(from, to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable Object ofTomcat(PageTomcat tomcat, String verb, List<String> words) {
    String first = words.isEmpty() ? "" : words.get(0);
    switch (verb) {
      case "asks" -> {
        return ask(tomcat, words).get();
      }
      case "sends" -> {
        return later(ask(tomcat, words));
      }
      case "holds" -> {
        boolean isUser = words.contains("user,"); // hold user, …
        CompletableFuture<Response> request = later(ask(tomcat, words));
        page.gate(isUser ? "user" : "hold").awaitArrival();
        return request;
      }
      case "counts" -> {
        return tomcat.count(Metric.valueOf(first));
      }
      case "closes" -> tomcat.close();
      case "restarts" -> tomcat.restart();
      case "cleans" -> {
        tomcat.manager.processExpires();
        return tomcat.manager.findSessions().length;
      }
      case "lists-ids" -> {
        return tomcat.manager.listSessionIds().strip();
      }
      case "ends" -> {
        return tomcat.manager.endSession((String) known(first));
      }
      case "expires-id" -> tomcat.manager.expireSession(first);
      case "timed" -> {
        return tomcat.observed().metrics().summary(Timing.valueOf(first)).count();
      }
      case "rests" -> tomcat.awaitNoRequest();
      case "stores" -> tomcat.awaitStored();
      case "finds" -> found = tomcat.session(browser).getSession();
      case "active" -> {
        return tomcat.manager.getActiveSessions();
      }
      case "most-active" -> {
        return tomcat.manager.getMaxActive();
      }
      // sessions of its second application
      case "created" -> {
        return tomcat.session(1, browser).getCreationTime();
      }
      case "creates-ahead" ->
          tomcat.session(1, browser).setCreationTime(System.currentTimeMillis() + AHEAD);
      case "expires" -> tomcat.session(1, browser).expire(); // as Tomcat does when the time is up
      // users, of the last application
      case "ends-user" -> {
        return usersOf(tomcat).end(first);
      }
      case "lists" -> {
        return listedOf(tomcat, first);
      }
      default -> throw new IllegalArgumentException(verb + " " + words);
    }
    return null;
  }

  private static SessionsByUser usersOf(PageTomcat tomcat) {
    return tomcat.manager(tomcat.context(0).getPath().isEmpty() ? 0 : 1).sessionsByUser();
  }

  private static int listedOf(PageTomcat tomcat, String user) {
    try {
      return usersOf(tomcat).of(user).size();
    } catch (IllegalStateException e) {
      return 0; // no node answers yet
    }
  }

  /** A request, with what may stand before its way: a client, and a path. */
  private Supplier<Response> ask(PageTomcat tomcat, List<String> words) {
    List<String> way = words;
    Browser client = browser;
    if (way.get(0).endsWith(":")) {
      client = client(way.get(0));
      way = way.subList(1, way.size());
    }
    String path = "";
    if (way.get(0).startsWith("/")) {
      path = way.get(0);
      way = way.subList(1, way.size());
    }
    Browser asking = client;
    String all = way.isEmpty() ? path : path + "/page?way=" + String.join("+", way);
    return () -> asking.get(tomcat.port(), all);
  }

  private Browser client(String name) {
    return switch (name) {
      case "same:" -> browser;
      case "copy:" -> browser.copy();
      case "new:" -> new Browser();
      default -> clients.computeIfAbsent(name.replace(":", ""), unused -> new Browser());
    };
  }
}
