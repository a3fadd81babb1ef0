package io.holdfast.dist;

class Tomcat11StoredConfigurationIT extends StoredConfigurationSuite {}
