package io.holdfast.demo.page;

import java.util.List;

/**
 * What the nodes hold of one session at one moment.
 *
 * @param complete whether every node that has a process answered; if not, what is missing here may
 *     still be there
 * @param records in the order of the nodes
 * @param tombstones the ids of the nodes that hold a tombstone in place of the record
 */
record RecordsFound(boolean complete, List<RecordOnNode> records, List<String> tombstones) {}
