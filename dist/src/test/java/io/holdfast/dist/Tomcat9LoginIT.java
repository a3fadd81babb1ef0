package io.holdfast.dist;

class Tomcat9LoginIT extends LoginSuite {}
