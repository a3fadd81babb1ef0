package io.holdfast.dist;

class Tomcat11LoginIT extends LoginSuite {}
