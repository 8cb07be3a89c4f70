import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { maxMarkedFiles } from './diff-steps.ts'

const operation = operationsOf('Pages')

/** The reader's marks on the files of a merge request, by the ids of their changes. */
export const FileMarks = Type.Object({
  viewed: Type.Array(Type.String()),
  collapsed: Type.Array(Type.String()),
  /** The files that the reader opened. */
  expanded: Type.Array(Type.String()),
})
export type FileMarks = Static<typeof FileMarks>

const One = { namespace: Type.String(), iid: Type.Integer() }

export const getFileMarks = operation({
  name: 'getFileMarks',
  summary: 'List files of a merge request that the current user has viewed, collapsed or expanded',
  at: 'GET /:namespace/-/merge_requests/:iid/file_marks',
  input: Type.Object(One),
  reply: FileMarks,
})

export const markFiles = operation({
  name: 'markFiles',
  summary: 'Mark files of a merge request as viewed, collapsed or expanded',
  at: 'PUT /:namespace/-/merge_requests/:iid/file_marks',
  status: 204,
  input: Type.Object({
    ...One,
    /** Ids of changed files. */
    files: Type.Array(Type.String({ pattern: '^[0-9a-f]{40}$' }), { minItems: 1, maxItems: maxMarkedFiles }),
    /** A viewed file is collapsed with it, one that is no longer viewed is expanded. */
    viewed: Type.Optional(Type.Boolean()),
    collapsed: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Null(),
})
