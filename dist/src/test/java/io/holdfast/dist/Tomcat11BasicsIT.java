package io.holdfast.dist;

class Tomcat11BasicsIT extends BasicsSuite {}
