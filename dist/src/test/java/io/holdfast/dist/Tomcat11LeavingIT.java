package io.holdfast.dist;

class Tomcat11LeavingIT extends GatedLeavingSuite {}
