import { type TProperties, type TSchema, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Empty, Page, Words } from '#contract/shapes.ts'
import { type RefKind, refKinds } from './ref-kinds.ts'
import { Branch, CommitMessage, project, RefName, Tag } from './shapes.ts'

const operation = operationsOf('Repository')

/**
 * The operations that branches and tags share.
 *
 * @param listed  what a list is filtered and sorted by, besides a search
 * @param added  what a new one is made of, besides its name and the ref to start from
 */
function refOperations<
  Kind extends RefKind,
  Ref extends TSchema,
  Listed extends TProperties,
  Added extends TProperties,
>(kind: Kind, ref: Ref, listed: Listed, added: Added) {
  const { name, title, word, plural, parameter } = refKinds[kind]
  const all = `/projects/:id/repository/${plural}` as const
  const one = `${all}/:${parameter}` as const
  // The compiler widens the type of a computed name to `string`.
  const key = { ...project, [parameter]: RefName } as typeof project & Record<ParameterOf<Kind>, typeof RefName>
  return {
    list: operation({
      name: `list${title}`,
      summary: `List ${plural}`,
      at: `GET ${all}`,
      input: Type.Object({
        ...project,
        search: Type.Optional(Type.String({ maxLength: 1024 })),
        ...listed,
        pagination: Type.Optional(Words(['keyset', 'legacy'])),
        pageToken: Type.Optional(Type.String({ maxLength: 1024 })),
        ...Page,
      }),
      reply: Type.Array(ref),
    }),
    get: operation({
      name: `get${name}`,
      summary: `Get a ${word}`,
      at: `GET ${one}`,
      input: Type.Object(key),
      reply: ref,
    }),
    add: operation({
      name: `add${name}`,
      summary: `Create a ${word}`,
      at: `POST ${all}`,
      input: Type.Object({ ...key, ref: RefName, ...added }),
      reply: ref,
    }),
    remove: operation({
      name: `remove${name}`,
      summary: `Delete a ${word}`,
      at: `DELETE ${one}`,
      input: Type.Object(key),
      reply: Empty,
    }),
  }
}

type ParameterOf<Kind extends RefKind> = (typeof refKinds)[Kind]['parameter']

export const {
  list: listBranches,
  get: getBranch,
  add: addBranch,
  remove: removeBranch,
} = refOperations(
  'branch',
  Branch,
  {
    regex: Type.Optional(Type.String({ maxLength: 1024 })),
    sort: Type.Optional(Words(['name_asc', 'updated_asc', 'updated_desc'])),
  },
  {},
)

export const {
  list: listTags,
  get: getTag,
  add: addTag,
  remove: removeTag,
} = refOperations(
  'tag',
  Tag,
  {
    orderBy: Type.Optional(Words(['updated', 'name', 'version'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
  },
  { message: Type.Optional(CommitMessage) },
)

export const branchExists = operation({
  name: 'branchExists',
  summary: 'Check whether a branch exists (204 or 404)',
  at: 'HEAD /projects/:id/repository/branches/:branch',
  status: 204,
  input: getBranch.input,
  reply: Empty,
})

export const removeMergedBranches = operation({
  name: 'removeMergedBranches',
  summary: 'Delete all branches merged into the default branch',
  at: 'DELETE /projects/:id/repository/merged_branches',
  status: 202,
  input: Type.Object(project),
  reply: Type.Object({ message: Type.String() }),
})
