package io.holdfast.demo.proxy;

import java.util.List;
import java.util.Map;

/**
 * What a Tomcat answered.
 *
 * @param status of HTTP
 * @param headers without those that belong to one connection
 * @param body the whole body
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
record Answer(int status, Map<String, List<String>> headers, byte[] body) {}
