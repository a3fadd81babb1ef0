package io.holdfast.dist;

class Tomcat10RequestsIT extends RequestsSuite {}
