package io.holdfast.dist;

class Tomcat10UnheardIT extends UnheardSuite {}
