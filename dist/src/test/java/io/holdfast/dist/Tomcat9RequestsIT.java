package io.holdfast.dist;

class Tomcat9RequestsIT extends RequestsSuite {}
