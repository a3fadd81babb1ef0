import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * The pages that are asked for: {@code /stateless} has no session, {@code /session} has one without
 * data, {@code /statefull} counts, {@code /listlight} adds an id to a list, which is emptied after a hundred; {@code /fill?kb=N} makes a session of about so many kilobytes in N attributes, {@code
 * /readall} looks at all of them, {@code /modify} changes one. {@code /note?name=N} sets an
 * attribute, {@code /notes} names those that were set so.
 */
@WebServlet({
  "/stateless",
  "/session",
  "/statefull",
  "/listlight",
  "/fill",
  "/readall",
  "/modify",
  "/note",
  "/notes"
})
public class PageServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final int LONGEST_LIST = 100;
  private static final String NOTE = "note ";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] answer = answer(request).getBytes("US-ASCII");
    response.setContentType("text/plain");
    response.setContentLength(answer.length);
    response.getOutputStream().write(answer);
  }

  private static String answer(HttpServletRequest request) {
    switch (request.getServletPath()) {
      case "/stateless":
        return "hello";
      case "/session":
        return request.getSession().isNew() ? "new" : "old";
      case "/statefull":
        return count(request.getSession());
      case "/note":
        return note(request.getSession(), request.getParameter("name"));
      case "/notes":
        return notes(request.getSession());
      case "/listlight":
        return extend(request.getSession());
      case "/fill":
        return fill(request.getSession(), Integer.parseInt(request.getParameter("kb")));
      case "/readall":
        return read(request.getSession());
      default:
        return modify(request.getSession());
    }
  }

  private static String count(HttpSession session) {
    Integer last = (Integer) session.getAttribute("counter");
    int next = last == null ? 1 : last + 1;
    session.setAttribute("counter", next);
    return Integer.toString(next);
  }

  private static String note(HttpSession session, String name) {
    session.setAttribute(NOTE + name, name);
    return "noted";
  }

  private static String notes(HttpSession session) {
    return Collections.list(session.getAttributeNames()).stream()
        .filter(name -> name.startsWith(NOTE))
        .map(name -> name.substring(NOTE.length()))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static String extend(HttpSession session) {
    @SuppressWarnings("unchecked")
    List<Integer> last = (List<Integer>) session.getAttribute("items");
    List<Integer> items = last == null ? new ArrayList<>() : last;
    if (items.size() == LONGEST_LIST) {
      items.clear();
    }
    items.add(100_000 + items.size());
    session.setAttribute("items", items);
    return Integer.toString(items.size());
  }

  private static String fill(HttpSession session, int kilobytes) {
    session.setAttribute("parts", kilobytes);
    for (int part = 0; part < kilobytes; part++) {
      session.setAttribute("part" + part, new Part(part));
    }
    return Integer.toString(kilobytes);
  }

  private static String read(HttpSession session) {
    int parts = (Integer) session.getAttribute("parts");
    int sum = 0;
    for (int part = 0; part < parts; part++) {
      sum += ((Part) session.getAttribute("part" + part)).version;
    }
    return Integer.toString(sum);
  }

  private static String modify(HttpSession session) {
    Part part = (Part) session.getAttribute("part0");
    part.version++;
    session.setAttribute("part0", part);
    return Integer.toString(part.version);
  }

  /** About a kilobyte of what sessions hold: texts, numbers, dates, a list, a map. */
  static class Part implements Serializable {

    private static final long serialVersionUID = 1L;

    int version;
    long number;
    Date created;
    String text;
    List<String> lines = new ArrayList<>();
    Map<String, Object> values = new HashMap<>();

    /** For serializers. */
    Part() {}

    Part(int seed) {
      number = seed * 1_000_000_007L;
      created = new Date(1_700_000_000_000L + number);
      text = "Part " + seed + " of the session, as long as an address or a remark may be.";
      for (int line = 0; line < 8; line++) {
        lines.add("Line " + line + " of part " + seed + ", an article with its name and price");
      }
      for (int value = 0; value < 4; value++) {
        values.put("number" + value, 1_000 * seed + value);
        values.put("text" + value, "A setting " + seed + "." + value + " of the user");
        values.put("time" + value, new Date(created.getTime() + value));
      }
    }
  }
}
