package io.holdfast.dist;

class Tomcat9LeavingIT extends GatedLeavingSuite {}
