package io.holdfast.dist;

class Tomcat10BasicsIT extends BasicsSuite {}
