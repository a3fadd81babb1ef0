package io.holdfast.demo.page;

import io.holdfast.core.record.RecordHeader;

/**
 * A session's record as one node holds it.
 *
 * @param node the node's id
 * @param header what the record says about itself
 */
record RecordOnNode(String node, RecordHeader header) {}
