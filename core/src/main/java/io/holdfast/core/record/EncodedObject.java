package io.holdfast.core.record;

import io.holdfast.core.session.Bytes;

/**
 * One object of any kind, as a transcoder wrote it.
 *
 * @param transcoderName short name of that transcoder
 * @param graph its bytes
 */
public record EncodedObject(String transcoderName, Bytes graph) {}
