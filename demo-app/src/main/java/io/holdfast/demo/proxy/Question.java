package io.holdfast.demo.proxy;

import java.util.List;
import java.util.Map;

/**
 * What a client asked, read as a whole: so it can be asked again elsewhere.
 *
 * @param method of HTTP
 * @param uri path with query
 * @param headers as they came
 * @param body the whole body; empty if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
record Question(String method, String uri, Map<String, List<String>> headers, byte[] body) {

  /** Returns whether asking twice does no more than asking once. */
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
