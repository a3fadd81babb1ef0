package io.holdfast.dist;

class Tomcat9EventsIT extends EventsSuite {}
