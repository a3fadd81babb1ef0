package io.holdfast.dist;

class Tomcat9BasicsIT extends BasicsSuite {}
