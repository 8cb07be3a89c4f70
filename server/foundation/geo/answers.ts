import { geoNodeOperations, geoSiteOperations } from '#contract/foundation/geo/geo-nodes.ts'
import * as replication from '#contract/foundation/geo/geo-replication.ts'
import { type Answer, answer } from '#server/slice.ts'
import { listStatuses, showStatus } from './node-status.ts'
import { listNodes, lockNode, showNode } from './nodes.ts'
import { listCopies, repairNode, requestFailed, requestOne } from './registry.ts'
import { addNode, changeNode, createKey, deleteNode } from './write.ts'

/** The answers of both names of the API. @source rest.md 15.3 */
const nodeAnswers = (operations: typeof geoNodeOperations | typeof geoSiteOperations): readonly Answer[] => [
  answer(operations.list, { for: 'admin', run: listNodes }),
  answer(operations.get, { for: 'admin', run: (ctx, { id }) => showNode(ctx, id) }),
  answer(operations.create, {
    for: 'admin',
    run: async (ctx, given) => showNode(ctx, await addNode(ctx, given)),
  }),
  answer(operations.update, {
    for: 'admin',
    current: (ctx, { id }) => lockNode(ctx, id),
    run: async (ctx, given) => {
      await changeNode(ctx, given)
      return showNode(ctx, given.id)
    },
  }),
  answer(operations.remove, { for: 'admin', run: (ctx, { id }) => deleteNode(ctx, id) }),
  answer(operations.createKey, { for: 'admin', run: (ctx, { id }) => createKey(ctx, id) }),
  answer(operations.repair, {
    for: 'admin',
    run: async (ctx, { id }) => {
      await repairNode(ctx, id)
      return showStatus(ctx, id)
    },
  }),
  answer(operations.statuses, { for: 'admin', run: listStatuses }),
  answer(operations.statusesByOtherName, { for: 'admin', run: listStatuses }),
  answer(operations.status, { for: 'admin', run: (ctx, { id }) => showStatus(ctx, id) }),
]

export const geoAnswers: readonly Answer[] = [
  ...nodeAnswers(geoNodeOperations),
  ...nodeAnswers(geoSiteOperations),
  answer(replication.listGeoCopies, { for: 'admin', run: listCopies }),
  answer(replication.requestGeoCopy, { for: 'admin', run: requestOne }),
  answer(replication.requestGeoCopies, { for: 'admin', run: requestFailed }),
]
