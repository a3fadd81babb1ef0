package io.holdfast.demo.page;

import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.demo.server.ChildServer;
import io.holdfast.demo.server.Cluster;
import io.holdfast.demo.server.ServerStatus;
import io.holdfast.demo.shoppers.Shoppers;
import io.holdfast.demo.shoppers.Tally;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes the servers, and the records of one session, for the page. */
final class StatusJson {

  private final Cluster cluster;
  private final Shoppers shoppers;
  private final Map<String, String> facts;
  private final Clock clock;

  StatusJson(Cluster cluster, Shoppers shoppers, Map<String, String> facts, Clock clock) {
    this.cluster = cluster;
    this.shoppers = shoppers;
    this.facts = facts;
    this.clock = clock;
  }

  String describe(@Nullable SessionId session) {
    Map<String, @Nullable Object> status = new LinkedHashMap<>();
    status.put("facts", facts);
    status.put(
        "servers",
        cluster.servers().stream().map(ChildServer::status).map(StatusJson::server).toList());
    status.put("session", session == null ? null : session(session));
    status.put("shoppers", tally(shoppers.tally()));
    return Json.of(status);
  }

  private static Map<String, Object> tally(Tally tally) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("shoppers", tally.shoppers());
    json.put("secondsLeft", tally.secondsLeft());
    json.put("requests", tally.requests());
    json.put("errors", tally.errors());
    json.put("sessionsLost", tally.sessionsLost());
    json.put("slowestMillis", tally.slowestMillis());
    return json;
  }

  private static Map<String, @Nullable Object> server(ServerStatus status) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", status.id());
    json.put("kind", status.kind().name().toLowerCase(Locale.ROOT));
    json.put("address", status.address());
    json.put("state", status.state().name().toLowerCase(Locale.ROOT));
    json.put("pid", status.pid());
    json.put("trouble", status.trouble());
    return json;
  }

  private Map<String, Object> session(SessionId session) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("base", session.base());
    String route = session.jvmRoute();
    json.put("route", route == null ? "" : route);
    RecordsFound found =
        RecordFinder.find(session, cluster.nodes().stream().map(ChildServer::status).toList());
    json.put("complete", found.complete());
    json.put("records", found.records().stream().map(this::record).toList());
    json.put("tombstones", found.tombstones());
    return json;
  }

  private Map<String, Object> record(RecordOnNode record) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("node", record.node());
    json.put("bytes", record.header().totalBytes());
    json.put("version", RecordVersion.counterOf(record.header().version()));
    json.put("ageMillis", clock.millis() - record.header().times().thisAccessedTime());
    json.put("transcoder", record.header().transcoderName());
    return json;
  }
}
