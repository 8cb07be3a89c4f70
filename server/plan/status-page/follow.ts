import { on } from '#server/slice.ts'
import { resolveById, unpublishById } from './publish.ts'

/**
 * The end of an incident is told on the status page. An issue that becomes confidential, gets another type or moves to another project leaves the status page for good.
 */
export const statusPageFollowers = [
  on(
    'issuable.changed',
    (ctx, { payload: { issuableId } }) => unpublishById(ctx, issuableId),
    ({ changes }) =>
      changes.some(
        change =>
          (change.attribute === 'confidential' && change.to) ||
          (change.attribute === 'type' && change.from === 'incident'),
      ),
  ),
  on(
    'issue.closed',
    (ctx, { payload: { issueId } }) => resolveById(ctx, issueId),
    ({ isIncident, movedToId, promotedToId }) =>
      isIncident === true && movedToId === undefined && promotedToId === undefined,
  ),
  on('issue.moved', (ctx, { payload: { issueId } }) => unpublishById(ctx, issueId)),
]
