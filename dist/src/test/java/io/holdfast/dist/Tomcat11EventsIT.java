package io.holdfast.dist;

class Tomcat11EventsIT extends EventsSuite {}
