import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * The application that is measured: {@code /new?seed=N} makes a session of 4 KB, {@code /read} says
 * the checksum of its content, {@code /change?to=N} changes it, {@code /heap} lets the session
 * manager do what it does from time to time, collects garbage and says how many bytes are left.
 */
@WebServlet({"/new", "/read", "/change", "/heap"})
public class BenchServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final int LINES = 16;
  private static final int LINE_LENGTH = 256;

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
      case "/new":
        HttpSession created = request.getSession(true);
        created.setAttribute("content", content(Long.parseLong(request.getParameter("seed"))));
        return checksum(created);
      case "/read":
        HttpSession read = request.getSession(false);
        return read == null ? "none" : checksum(read);
      case "/change":
        HttpSession changed = request.getSession(false);
        if (changed == null) {
          return "none";
        }
        // Brackets on both sides: serializers may mark a string's last character.
        changed.setAttribute("state", "<" + request.getParameter("to") + ">.");
        return checksum(changed);
      default:
        lookAfterSessions(request.getContextPath());
        return Long.toString(usedAfterCollection());
    }
  }

  private static void lookAfterSessions(String context) {
    try {
      ObjectName manager =
          new ObjectName("Catalina:type=Manager,host=localhost,context=" + context);
      ManagementFactory.getPlatformMBeanServer()
          .invoke(manager, "backgroundProcess", new Object[0], new String[0]);
    } catch (JMException e) {
      throw new IllegalStateException("No session manager of " + context, e);
    }
  }

  private static List<String> content(long seed) {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < LINES; line++) {
      StringBuilder text = new StringBuilder(LINE_LENGTH);
      while (text.length() < LINE_LENGTH) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      lines.add(text.toString());
    }
    return lines;
  }

  private static String checksum(HttpSession session) {
    CRC32 sum = new CRC32();
    for (Object line : (List<?>) session.getAttribute("content")) {
      sum.update(((String) line).getBytes());
    }
    return Long.toHexString(sum.getValue());
  }

  private static long usedAfterCollection() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
