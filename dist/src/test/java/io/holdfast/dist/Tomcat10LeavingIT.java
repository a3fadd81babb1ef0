package io.holdfast.dist;

class Tomcat10LeavingIT extends GatedLeavingSuite {}
