package io.holdfast.tomcat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.servlet.AsyncContext;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/**
 * A page that takes the steps which {@code way} names, such as {@code raise, hold, show fruit}, and
 * prints what they tell, or "done" if that is nothing.
 *
 * <ul>
 *   <li>These create a session if there is none: {@code new}, {@code set NAME VALUE}, {@code put
 *       NAME} of a value that the test made known, {@code touch}, {@code raise} of a count, {@code
 *       add TEXT} to a list in place, {@code basket} for that list, {@code keep} for the test,
 *       {@code lasts SECONDS}.
 *   <li>These need one, else they tell that there is none, and are the last: {@code show NAME},
 *       {@code unset NAME}, {@code id}, {@code is-new}, {@code interval}, {@code rename}, {@code
 *       end}, {@code hold} at a gate.
 *   <li>These are about the response: {@code blanks COUNT}, {@code length COUNT}, {@code flush},
 *       {@code close}.
 *   <li>Behind {@code async} or {@code thread} the others are taken on another thread.
 * </ul>
 *
 * <p>{@code raise slowly} and {@code add TEXT slowly} wait at the gate between reading and writing.
 */
final class StepPage extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final String NO_SESSION = "no session";
  private static final Set<String> CREATING =
      Set.of("new", "set", "put", "touch", "raise", "add", "basket", "keep", "lasts");

  /** What a request does, and tells; null if nothing. */
  interface Step {
    @Nullable Object take(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException;
  }

  private final transient Map<String, Step> own = new ConcurrentHashMap<>();
  private final transient Map<String, Supplier<Object>> values = new ConcurrentHashMap<>();
  private final transient Map<String, Gate> gates = new ConcurrentHashMap<>();
  private transient volatile @Nullable HttpSession kept;

  /** Knows one more step. */
  StepPage with(String name, Step step) {
    own.put(name, step);
    return this;
  }

  /** Knows what {@code put NAME} sets as the attribute of that name. */
  StepPage value(String name, Supplier<Object> value) {
    values.put(name, value);
    return this;
  }

  /** Where {@code hold} waits, with the session in its hand. */
  Gate gate() {
    return gate("hold");
  }

  /** Where {@code hold NAME} waits. */
  Gate gate(String name) {
    return gates.computeIfAbsent(name, unused -> new Gate());
  }

  void openGates() {
    gates.values().forEach(Gate::open);
  }

  /** The session of the last {@code keep}. */
  HttpSession kept() {
    return Objects.requireNonNull(kept);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    new Visit(request, response).take(List.of(request.getParameter("way").split(", ")));
  }

  @SuppressWarnings("unchecked") // nothing else has that name
  static List<String> basketOf(HttpSession session) {
    List<String> basket = (List<String>) session.getAttribute("basket");
    if (basket == null) {
      basket = new ArrayList<>();
      session.setAttribute("basket", basket);
    }
    return basket;
  }

  private final class Visit {

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private @Nullable HttpSession session;
    private boolean hasTold;

    Visit(HttpServletRequest request, HttpServletResponse response) {
      this.request = request;
      this.response = response;
    }

    void take(List<String> steps) throws IOException, ServletException {
      for (int i = 0; i < steps.size(); i++) {
        String step = steps.get(i);
        if (step.equals("async") || step.equals("thread")) {
          takeAside(steps.subList(i + 1, steps.size()), step.equals("thread"));
          return;
        }
        Object told = take(step.split(" "));
        tell(told);
        if (NO_SESSION.equals(told)) {
          return;
        }
      }
      if (!hasTold) {
        tell("done");
      }
    }

    /** Takes these steps on another thread, of the application's own or of Tomcat. */
    private void takeAside(List<String> steps, boolean isOwn) {
      AsyncContext context = request.startAsync();
      context.setTimeout(0);
      Runnable work =
          () -> {
            try {
              take(steps);
            } catch (IOException | ServletException e) {
              throw new IllegalStateException(e);
            } finally {
              context.complete();
            }
          };
      if (isOwn) {
        new Thread(work).start();
      } else {
        context.start(work);
      }
    }

    private void tell(@Nullable Object told) throws IOException {
      if (told != null) {
        response.getWriter().print(hasTold ? " " + told : told);
        hasTold = true;
      }
    }

    private @Nullable Object take(String... words) throws IOException, ServletException {
      Step step = own.get(words[0]);
      if (step != null) {
        return step.take(request, response);
      }
      switch (words[0]) {
        case "blanks" -> response.getWriter().print(" ".repeat(Integer.parseInt(words[1])));
        case "length" -> response.setContentLength(Integer.parseInt(words[1]));
        case "flush" -> response.flushBuffer();
        case "close" -> response.getWriter().close();
        default -> {
          HttpSession found = session;
          if (found == null) {
            found = request.getSession(CREATING.contains(words[0]));
            session = found;
          }
          return found == null ? NO_SESSION : take(found, words);
        }
      }
      return null;
    }

    private @Nullable Object take(HttpSession found, String... words) {
      switch (words[0]) {
        case "new" -> {}
        case "set" -> found.setAttribute(words[1], words[2]);
        case "put" ->
            found.setAttribute(words[1], Objects.requireNonNull(values.get(words[1])).get());
        case "touch" -> found.setAttribute("touched", System.nanoTime());
        case "keep" -> kept = found;
        case "raise" -> {
          Object before = found.getAttribute("count");
          if (words.length > 1) { // slowly
            gate().pass();
          }
          found.setAttribute("count", before == null ? 1 : (Integer) before + 1);
          return found.getAttribute("count");
        }
        case "basket" -> {
          return basketOf(found);
        }
        case "add" -> { // in place
          List<String> basket = basketOf(found);
          if (words.length > 2) { // slowly
            gate().pass();
          }
          basket.add(words[1]);
          return basket;
        }
        case "show" -> {
          return String.valueOf(found.getAttribute(words[1]));
        }
        case "id" -> {
          return found.getId();
        }
        case "is-new" -> {
          return found.isNew();
        }
        case "interval" -> {
          return found.getMaxInactiveInterval();
        }
        case "lasts" -> found.setMaxInactiveInterval(Integer.parseInt(words[1]));
        case "hold" -> gate(words.length > 1 ? words[1] : "hold").pass();
        case "unset" -> found.removeAttribute(words[1]);
        case "rename" -> request.changeSessionId();
        case "end" -> {
          found.invalidate();
          session = null;
        }
        default -> throw new IllegalArgumentException(String.join(" ", words));
      }
      return null;
    }
  }
}
