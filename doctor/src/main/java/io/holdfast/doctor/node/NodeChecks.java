package io.holdfast.doctor.node;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.storage.memcached.NodeAnswers;
import io.holdfast.core.storage.memcached.NodeAnswers.Encryption;
import io.holdfast.doctor.finding.Findings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the answers of a node mean for sessions. */
final class NodeChecks {

  /** The text protocol's {@code touch} is there since 1.4.8. */
  private static final int[] FIRST_USABLE = {1, 4, 8};

  private static final int[] FIRST_TESTED = {1, 6, 0};
  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6}).*");

  private static final long MOST_SECONDS_APART = 5;
  private static final Duration SOON = Duration.ofDays(30);
  private static final int NEARLY_ALL_CONNECTIONS = 90;
  private static final long MEGABYTE = 1 << 20;

  private final SessionConfiguration configuration;
  private final Findings findings;
  private final InstantSource clock;

  NodeChecks(SessionConfiguration configuration, Findings findings, InstantSource clock) {
    this.configuration = configuration;
    this.findings = findings;
    this.clock = clock;
  }

  void check(String node, NodeAnswers answers) {
    findings.fine(
        node,
        "answers at %s%s%s%s"
            .formatted(
                answers.address().getAddress().getHostAddress(),
                answers.version() == null ? "" : ", memcached " + answers.version(),
                encryption(answers.encryption()),
                answers.hasLoggedIn() ? ", has taken username and password" : ""));
    checkPassword(node, answers);
    checkCertificate(node, answers.encryption());
    checkVersion(node, answers.version());
    if (answers.figures().isEmpty()) {
      findings.warn(node, "reports no statistics: memory, evictions and item size are unknown");
      return;
    }
    checkItemSize(node, answers);
    checkMemory(node, answers);
    checkConnections(node, answers);
    checkClock(node, answers);
  }

  private static String encryption(@Nullable Encryption encryption) {
    return encryption == null ? ", no TLS" : ", " + encryption.protocol();
  }

  private void checkPassword(String node, NodeAnswers answers) {
    if (configuration.username() != null && !answers.hasLoggedIn()) {
      findings.warn(
          node,
          "demands no password although username is set: anyone who reaches the node can read and"
              + " write its sessions; start it with -Y");
    }
  }

  private void checkCertificate(String node, @Nullable Encryption encryption) {
    if (encryption == null) {
      return;
    }
    Instant end = encryption.certificate().getNotAfter().toInstant();
    if (end.isBefore(clock.instant().plus(SOON))) {
      findings.warn(
          node,
          "its certificate ends at %s; renew it".formatted(end.truncatedTo(ChronoUnit.SECONDS)));
    }
  }

  private void checkVersion(String node, @Nullable String version) {
    Matcher numbers = NUMBERS.matcher(version == null ? "" : version);
    if (!numbers.matches()) {
      return; // binary, or a proxy with a version of its own
    }
    if (isBefore(FIRST_USABLE, numbers)) {
      findings.wrong(node, "memcached %s is too old, 1.4.8 is needed".formatted(version));
    } else if (isBefore(FIRST_TESTED, numbers)) {
      findings.warn(node, "memcached %s is not tested, 1.6 is".formatted(version));
    }
  }

  private static boolean isBefore(int[] first, Matcher numbers) {
    for (int i = 0; i < first.length; i++) {
      int number = Integer.parseInt(numbers.group(i + 1));
      if (number != first[i]) {
        return number < first[i];
      }
    }
    return false;
  }

  private void checkItemSize(String node, NodeAnswers answers) {
    long there = answers.number("item_size_max");
    int wanted = configuration.get(Setting.MAX_ITEM_SIZE);
    if (there >= 0 && there < wanted) {
      findings.wrong(
          node,
          "takes items of %d bytes, and maxItemSize=\"%d\" sends larger ones, which it refuses; start it with -I %d%s"
              .formatted(
                  there,
                  wanted,
                  wanted,
                  there < ConfigurationParser.SMALLEST_ITEM_SIZE
                      ? ""
                      : ", or set maxItemSize=\"%d\"".formatted(there)));
    } else if (there >= 0) {
      findings.fine(node, "takes items of %d bytes".formatted(there));
    }
  }

  private void checkMemory(String node, NodeAnswers answers) {
    long evictions = answers.number("evictions");
    String memory =
        "%d of %d MB used"
            .formatted(
                answers.number("bytes") / MEGABYTE, answers.number("limit_maxbytes") / MEGABYTE);
    if (evictions < 0) {
      findings.warn(
          node, "does not report its evictions; if it is a proxy, check the node behind it");
    } else if (evictions > 0) {
      findings.warn(
          node,
          ("has evicted %d values because its memory was full, in the %s since its start (%s):"
                  + " sessions among them are lost to the other Tomcats; give it more memory (-m)")
              .formatted(evictions, uptime(answers), memory));
    } else {
      findings.fine(node, memory + ", no evictions in " + uptime(answers));
    }
    if ("no".equals(answers.settings().get("cas_enabled"))) {
      findings.wrong(
          node,
          "was started with -C (--disable-cas), by which Tomcats overwrite each other's changes; no"
              + " Tomcat uses it until it is started without");
    }
    if ("off".equals(answers.settings().get("evictions"))) {
      findings.warn(node, "evicts nothing (-M): when its memory is full it refuses sessions");
    }
  }

  private static String uptime(NodeAnswers answers) {
    Duration uptime = Duration.ofSeconds(Math.max(0, answers.number("uptime")));
    return uptime.toDays() > 1
        ? uptime.toDays() + " days"
        : uptime.toHours() > 1 ? uptime.toHours() + " hours" : uptime.toSeconds() + " seconds";
  }

  private void checkConnections(String node, NodeAnswers answers) {
    long most = answers.number("maxconns");
    long now = answers.number("curr_connections");
    long refusals = // the first is of a memcached that lets them wait (no_maxconns_fast)
        Math.max(0, answers.number("listen_disabled_num"))
            + Math.max(0, answers.number("rejected_connections"));
    if (refusals > 0) {
      findings.warn(
          node,
          "had no room for connections %d times since its start; start it with a larger -c%s"
              .formatted(refusals, most > 0 ? " than " + most : ""));
    } else if (most > 0 && now * 100 > most * NEARLY_ALL_CONNECTIONS) {
      findings.warn(
          node, "has %d of %d connections; start it with a larger -c".formatted(now, most));
    }
  }

  private void checkClock(String node, NodeAnswers answers) {
    long there = answers.number("time");
    long apart = there - clock.instant().getEpochSecond();
    if (there >= 0 && Math.abs(apart) > MOST_SECONDS_APART) {
      findings.warn(
          node,
          "its clock is %d seconds %s that of this machine; set both by NTP"
              .formatted(Math.abs(apart), apart > 0 ? "ahead of" : "behind"));
    }
  }
}
