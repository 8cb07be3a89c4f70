import { Type } from 'typebox'
import { DiffLineOfNote } from '#contract/discuss/positions.ts'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('Discussion page')

export const getThreadDiffLines = operation({
  name: 'getThreadDiffLines',
  summary: 'Get the diff lines a merge request thread was started on (up to 16, ending with the commented line)',
  at: 'GET /:namespace/-/merge_requests/:iid/discussions/:discussionId',
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer(), discussionId: Type.String() }),
  reply: Type.Object({ truncatedDiffLines: Type.Array(DiffLineOfNote) }),
})

export const getOutdatedLineChange = operation({
  name: 'getOutdatedLineChange',
  summary: 'Get the changed lines that a system note in a thread describes',
  at: 'GET /:namespace/notes/:noteId/outdated_line_change',
  input: Type.Object({ namespace: Type.String(), noteId: Type.Integer() }),
  reply: Type.Array(DiffLineOfNote),
})
