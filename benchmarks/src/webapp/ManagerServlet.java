import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Asks the application's session manager through JMX: {@code /clear} ends all sessions that it has
 * in memory, {@code /messages} says how many messages about sessions a cluster has sent it, {@code
 * /heap} lets it do what it does from time to time, collects garbage and says how many bytes are
 * left. {@code /allocated} says how many bytes the threads of this Tomcat that live have allocated.
 */
@WebServlet({"/clear", "/messages", "/heap", "/allocated"})
public class ManagerServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final String RECEIVED = "counterReceive_EVT_";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      ObjectName manager =
          new ObjectName(
              "Catalina:type=Manager,host=localhost,context=" + request.getContextPath());
      byte[] answer =
          Long.toString(
                  answer(
                      request.getServletPath(),
                      ManagementFactory.getPlatformMBeanServer(),
                      manager))
              .getBytes("US-ASCII");
      response.setContentType("text/plain");
      response.setContentLength(answer.length);
      response.getOutputStream().write(answer);
    } catch (JMException e) {
      throw new IOException("The manager does not answer", e);
    }
  }

  private static long answer(String path, MBeanServer server, ObjectName manager)
      throws JMException {
    switch (path) {
      case "/clear":
        return clear(server, manager);
      case "/messages":
        return messages(server, manager);
      case "/allocated":
        return allocated();
      default:
        server.invoke(manager, "backgroundProcess", new Object[0], new String[0]);
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = 0;
    for (long each : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      bytes += Math.max(0, each); // one that has just ended has none
    }
    return bytes;
  }

  private static long clear(MBeanServer server, ObjectName manager) throws JMException {
    String ids = (String) server.invoke(manager, "listSessionIds", null, null);
    long ended = 0;
    for (String id : ids.trim().split("\\s+")) {
      if (!id.isEmpty()) {
        server.invoke(
            manager, "expireSession", new Object[] {id}, new String[] {"java.lang.String"});
        ended++;
      }
    }
    return ended;
  }

  private static long messages(MBeanServer server, ObjectName manager) throws JMException {
    long messages = 0;
    for (MBeanAttributeInfo attribute : server.getMBeanInfo(manager).getAttributes()) {
      if (attribute.getName().startsWith(RECEIVED)) {
        messages += ((Number) server.getAttribute(manager, attribute.getName())).longValue();
      }
    }
    return messages;
  }
}
