package io.holdfast.dist;

class Tomcat10EventsIT extends EventsSuite {}
