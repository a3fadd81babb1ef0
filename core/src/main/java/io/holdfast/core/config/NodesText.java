package io.holdfast.core.config;

import java.util.List;

/** The text of {@code memcachedNodes}, while it is read. */
record NodesText(String value) {

  List<String> entries() {
    return Syntax.split(value);
  }

  /** A part of it for a message; all of it where credentials may span parts. */
  String shown(String part) {
    return Credentials.hiddenIn(part, value);
  }

  /** What is wrong with it, for the caller to throw. */
  ConfigurationException wrong(String remedy) {
    return new ConfigurationException(Setting.MEMCACHED_NODES, value, remedy);
  }

  /** Refuses it unless that is so. */
  void require(boolean isRight, String remedy) {
    if (!isRight) {
      throw wrong(remedy);
    }
  }
}
