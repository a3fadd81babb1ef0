package io.holdfast.dist;

class Tomcat10LargeIT extends LargeSuite {}
