import { on } from '#server/slice.ts'
import { unpublishById } from './publish.ts'

/**
 * An issue that becomes confidential, gets another type or moves to another project leaves the status page for good.
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
  on('issue.moved', (ctx, { payload: { issueId } }) => unpublishById(ctx, issueId)),
]
