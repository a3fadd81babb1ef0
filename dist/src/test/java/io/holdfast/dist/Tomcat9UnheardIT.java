package io.holdfast.dist;

class Tomcat9UnheardIT extends UnheardSuite {}
