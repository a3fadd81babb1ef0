package io.holdfast.dist;

class Tomcat11UnheardIT extends UnheardSuite {}
