package io.holdfast.core.discovery;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.DiscoverySettings;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.naming.directory.Attribute;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import org.jspecify.annotations.Nullable;

/**
 * DNS as the JDK asks it for JNDI (module {@code jdk.naming.dns}): without the JDK's cache of
 * addresses, over TCP where an answer is too long for UDP, and without threads of its own. Each
 * server gets one second, then two.
 */
public final class JdkDns implements DnsRecords {

  /** System property: DNS servers in place of the machine's, {@code host:port}, by commas. */
  public static final String SERVERS = "holdfast.dnsServers";

  private static final String FACTORY = "com.sun.jndi.dns.DnsContextFactory";
  private static final Pattern SERVER =
      Pattern.compile("(?:[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");
  private static final String FIRST_TIMEOUT_MILLIS = "1000";
  private static final String REPETITIONS = "1";

  private final String servers;

  private JdkDns(String servers) {
    this.servers = servers;
  }

  /** Asks servers, {@code host} or {@code host:port}, by commas; those of the machine for none. */
  public static JdkDns of(String servers) {
    if (servers.isBlank()) {
      return new JdkDns("dns:");
    }
    List<String> all = Arrays.stream(servers.split(",", -1)).map(String::strip).toList();
    if (!all.stream().allMatch(server -> SERVER.matcher(server).matches())) {
      throw ConfigurationException.of(
          "-D" + SERVERS, servers, "write servers as host:port, separated by commas");
    }
    return new JdkDns(all.stream().map(one -> "dns://" + one).collect(Collectors.joining(" ")));
  }

  @Override
  @SuppressWarnings(
      "BanJNDI") // the name was checked, and the records are text: JNDI makes no object of them
  public List<String> of(String name, String type) throws IOException {
    try {
      DirContext context = new InitialDirContext(environment());
      try {
        return values(context.getAttributes(name, new String[] {type}).get(type));
      } finally {
        context.close();
      }
    } catch (NameNotFoundException e) {
      return List.of();
    } catch (NoInitialContextException e) {
      throw new IOException("this Java runtime lacks the module jdk.naming.dns", e);
    } catch (NamingException e) {
      throw new IOException(reason(e), e);
    }
  }

  @SuppressWarnings("JdkObsolete") // JNDI takes nothing else
  private Hashtable<String, String> environment() {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, FACTORY);
    environment.put(Context.PROVIDER_URL, servers);
    environment.put("com.sun.jndi.dns.timeout.initial", FIRST_TIMEOUT_MILLIS);
    environment.put("com.sun.jndi.dns.timeout.retries", REPETITIONS);
    return environment;
  }

  /** One more than is believed, at most. */
  private static List<String> values(@Nullable Attribute records) throws NamingException {
    List<String> values = new ArrayList<>();
    if (records != null) {
      NamingEnumeration<?> all = records.getAll();
      while (all.hasMore() && values.size() <= DiscoverySettings.MOST_NODES) {
        values.add(String.valueOf(all.next()));
      }
    }
    return values;
  }

  private static String reason(NamingException failure) {
    Throwable cause = failure.getRootCause();
    if (cause instanceof SocketTimeoutException) {
      return "no DNS server answers";
    }
    String said = cause == null ? failure.getExplanation() : cause.toString();
    return "DNS gives no answer: " + FoundNodes.quoted(String.valueOf(said));
  }
}
