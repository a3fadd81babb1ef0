package io.holdfast.dist;

class Tomcat10StoredConfigurationIT extends StoredConfigurationSuite {}
