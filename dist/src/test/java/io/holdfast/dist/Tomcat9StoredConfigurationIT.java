package io.holdfast.dist;

class Tomcat9StoredConfigurationIT extends StoredConfigurationSuite {

  @Override
  int line() {
    return 9;
  }
}
