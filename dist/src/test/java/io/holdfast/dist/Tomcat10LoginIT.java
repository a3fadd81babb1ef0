package io.holdfast.dist;

class Tomcat10LoginIT extends LoginSuite {}
