package io.holdfast.dist;

class Tomcat11RequestsIT extends RequestsSuite {}
