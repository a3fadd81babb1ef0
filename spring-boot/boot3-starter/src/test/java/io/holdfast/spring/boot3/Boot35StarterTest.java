package io.holdfast.spring.boot3;

import io.holdfast.spring.boot.StarterTests;

final class Boot35StarterTest extends StarterTests {}
