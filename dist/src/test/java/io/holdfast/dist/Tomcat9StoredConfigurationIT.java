package io.holdfast.dist;

class Tomcat9StoredConfigurationIT extends StoredConfigurationSuite {}
