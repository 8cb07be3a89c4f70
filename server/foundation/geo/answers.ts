import { geoNodeOperations, geoSiteOperations } from '#contract/foundation/geo/geo-nodes.ts'
import { geoNodePage, geoPage } from '#contract/foundation/geo/geo-pages.ts'
import * as replicas from '#contract/foundation/geo/geo-replicas.ts'
import * as replication from '#contract/foundation/geo/geo-replication.ts'
import { type Answer, answer } from '#server/slice.ts'
import { listStatuses, showStatus } from './node-status.ts'
import { listNodes, lockNode, showNode } from './nodes.ts'
import { showGeoNodePage, showGeoPage } from './pages.ts'
import { listCopies, repairNode, requestFailed, requestOne } from './registry.ts'
import { replicaOf } from './replica-key.ts'
import { repositoryChecksums, repositoryPack, repositoryRefs, storedFile } from './serve-replica.ts'
import { takeReport } from './take-report.ts'
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

const byKey = {
  for: 'anyone',
  byOwnKey: true,
  transaction: 'own',
  /** A list of the refs of many branches is longer than the bodies of people. */
  bodyLimitBytes: 64 * 1024 * 1024,
  admitLong: replicaOf,
} as const

export const geoAnswers: readonly Answer[] = [
  ...nodeAnswers(geoNodeOperations),
  ...nodeAnswers(geoSiteOperations),
  answer(replication.listGeoCopies, { for: 'admin', run: listCopies }),
  answer(replication.requestGeoCopy, { for: 'admin', run: requestOne }),
  answer(replication.requestGeoCopies, { for: 'admin', run: requestFailed }),
  answer(geoPage, { for: 'admin', run: showGeoPage }),
  answer(geoNodePage, { for: 'admin', run: showGeoNodePage }),
  answer(replicas.reportReplica, { ...byKey, run: takeReport }),
  answer(replicas.getRepositoryChecksums, { ...byKey, run: repositoryChecksums }),
  answer(replicas.getRepositoryRefs, { ...byKey, run: repositoryRefs }),
  answer(replicas.getRepositoryPack, { ...byKey, run: repositoryPack }),
  answer(replicas.getStoredFile, { ...byKey, run: storedFile }),
]
