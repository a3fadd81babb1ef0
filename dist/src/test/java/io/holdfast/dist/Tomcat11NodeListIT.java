package io.holdfast.dist;

class Tomcat11NodeListIT extends NodeListSuite {}
