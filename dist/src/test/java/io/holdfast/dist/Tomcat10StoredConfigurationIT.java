package io.holdfast.dist;

class Tomcat10StoredConfigurationIT extends StoredConfigurationSuite {

  @Override
  int line() {
    return 10;
  }
}
