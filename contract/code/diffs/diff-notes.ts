import { Type } from 'typebox'
import { DiffLineOfNote } from '#contract/discuss/positions.ts'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('Discussion page')

export const getThreadDiffLines = operation({
  name: 'getThreadDiffLines',
  summary:
    'Get the diff lines that a thread of a merge request was started on (at most 16, the last one is that of the thread)',
  at: 'GET /:namespace/-/merge_requests/:iid/discussions/:discussionId',
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer(), discussionId: Type.String() }),
  reply: Type.Object({ truncatedDiffLines: Type.Array(DiffLineOfNote) }),
})

export const getOutdatedLineChange = operation({
  name: 'getOutdatedLineChange',
  summary: 'Get the changed lines that a system note in a thread tells of',
  at: 'GET /:namespace/notes/:noteId/outdated_line_change',
  input: Type.Object({ namespace: Type.String(), noteId: Type.Integer() }),
  reply: Type.Array(DiffLineOfNote),
})
