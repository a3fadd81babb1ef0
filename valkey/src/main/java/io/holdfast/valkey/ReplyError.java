package io.holdfast.valkey;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error that the server replied.
 *
 * @param line without the minus sign in front
 */
record ReplyError(String line) {

  /** As servers before version 7 report it. */
  private static final Pattern IN_SCRIPT =
      Pattern.compile("^ERR Error running script.*@user_script: ?[0-9]+: -(?<code>[A-Z]+) ");

  /** What servers from version 7 say of a command that a script may not run. */
  private static final String FORBIDDEN_IN_SCRIPT = "ERR The user executing the script can't";

  /** The node is of no use until a new connection to it has been greeted. */
  private static final Set<String> UNUSABLE =
      Set.of("LOADING", "MASTERDOWN", "READONLY", "CLUSTERDOWN", "MOVED", "ASK", "NOAUTH");

  /** The first word, in capitals; of an error in a script, that of the error itself. */
  String code() {
    Matcher inScript = IN_SCRIPT.matcher(line);
    if (inScript.find()) {
      return inScript.group("code");
    }
    if (line.startsWith(FORBIDDEN_IN_SCRIPT)) {
      return "NOPERM";
    }
    int end = line.indexOf(' ');
    return end < 0 ? line : line.substring(0, end);
  }

  boolean isUnknownScript() {
    return code().equals("NOSCRIPT");
  }

  /** Returns whether the node can serve no other operation either. */
  boolean isOfNode() {
    return UNUSABLE.contains(code());
  }

  /** Returns whether other keys may be read. */
  boolean isOfKey() {
    return code().equals("WRONGTYPE") || code().equals("TRYAGAIN");
  }

  /** Returns whether another server of the cluster has the key. */
  boolean isRedirect() {
    return code().equals("MOVED") || code().equals("ASK");
  }

  /** What happened and what to do, for an operator. */
  String description() {
    return switch (code()) {
      case "LOADING" -> "it is loading its data from disk (LOADING); Holdfast polls it";
      case "MASTERDOWN" ->
          "it is a replica that has lost its primary (MASTERDOWN); name the primary in the list";
      case "READONLY" ->
          "it is a replica, which takes no writes (READONLY); name the primary in the list";
      case "CLUSTERDOWN", "MOVED", "ASK", "CROSSSLOT" ->
          "it is a node of a cluster that cannot serve this now (%s)".formatted(line);
      case "NOAUTH" -> "the server demands a password; set username and password";
      case "WRONGPASS" -> "login refused: wrong username or password";
      case "NOPERM" ->
          "its access list forbids a command (%s); see docs/valkey.html#access-lists"
              .formatted(line);
      case "BUSY" -> "it runs a script of another client (BUSY); end that with SCRIPT KILL";
      case "OOM" ->
          "it is out of memory (OOM); raise maxmemory, or let sessions end sooner (session-timeout)";
      case "MISCONF" ->
          "it takes no writes while it cannot save to its disk (MISCONF); free the disk, or turn"
              + " its snapshots off";
      case "NOREPLICAS" ->
          "it takes no writes while it has too few replicas (NOREPLICAS, min-replicas-to-write)";
      case "DENIED" ->
          "it is in protected mode (DENIED); set a password there, or bind it to an address";
      default ->
          line.contains("max number of clients")
              ? "it has no room for another connection; raise its maxclients"
              : "the node answered " + line;
    };
  }
}
