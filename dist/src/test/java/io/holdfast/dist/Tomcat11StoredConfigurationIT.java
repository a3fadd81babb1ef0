package io.holdfast.dist;

class Tomcat11StoredConfigurationIT extends StoredConfigurationSuite {

  @Override
  int line() {
    return 11;
  }
}
