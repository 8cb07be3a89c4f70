import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { Empty, Page, Words } from '#contract/shapes.ts'
import { Branch, CommitMessage, project, RefName, Tag } from './shapes.ts'

const tag = 'Repository'

export const listBranches = operation({
  name: 'listBranches',
  summary: 'List branches',
  tag,
  at: 'GET /projects/:id/repository/branches',
  input: Type.Object({
    ...project,
    search: Type.Optional(Type.String({ maxLength: 1024 })),
    regex: Type.Optional(Type.String({ maxLength: 1024 })),
    sort: Type.Optional(Words(['name_asc', 'updated_asc', 'updated_desc'])),
    pagination: Type.Optional(Words(['keyset', 'legacy'])),
    pageToken: Type.Optional(Type.String({ maxLength: 1024 })),
    ...Page,
  }),
  reply: Type.Array(Branch),
})

const branch = { ...project, branch: RefName }

export const branchExists = operation({
  name: 'branchExists',
  summary: 'Whether there is a branch: 204 or 404',
  tag,
  at: 'HEAD /projects/:id/repository/branches/:branch',
  status: 204,
  input: Type.Object(branch),
  reply: Empty,
})

export const getBranch = operation({
  name: 'getBranch',
  summary: 'One branch',
  tag,
  at: 'GET /projects/:id/repository/branches/:branch',
  input: Type.Object(branch),
  reply: Branch,
})

export const addBranch = operation({
  name: 'addBranch',
  summary: 'Make a branch',
  tag,
  at: 'POST /projects/:id/repository/branches',
  input: Type.Object({ ...branch, ref: RefName }),
  reply: Branch,
})

export const removeBranch = operation({
  name: 'removeBranch',
  summary: 'Delete a branch',
  tag,
  at: 'DELETE /projects/:id/repository/branches/:branch',
  input: Type.Object(branch),
  reply: Empty,
})

export const removeMergedBranches = operation({
  name: 'removeMergedBranches',
  summary: 'Delete all branches that are merged into the default branch',
  tag,
  at: 'DELETE /projects/:id/repository/merged_branches',
  status: 202,
  input: Type.Object(project),
  reply: Type.Object({ message: Type.String() }),
})

export const listTags = operation({
  name: 'listTags',
  summary: 'List tags',
  tag,
  at: 'GET /projects/:id/repository/tags',
  input: Type.Object({
    ...project,
    search: Type.Optional(Type.String({ maxLength: 1024 })),
    orderBy: Type.Optional(Words(['updated', 'name', 'version'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    pagination: Type.Optional(Words(['keyset', 'legacy'])),
    pageToken: Type.Optional(Type.String({ maxLength: 1024 })),
    ...Page,
  }),
  reply: Type.Array(Tag),
})

const oneTag = { ...project, tagName: RefName }

export const getTag = operation({
  name: 'getTag',
  summary: 'One tag',
  tag,
  at: 'GET /projects/:id/repository/tags/:tagName',
  input: Type.Object(oneTag),
  reply: Tag,
})

export const addTag = operation({
  name: 'addTag',
  summary: 'Make a tag',
  tag,
  at: 'POST /projects/:id/repository/tags',
  input: Type.Object({ ...oneTag, ref: RefName, message: Type.Optional(CommitMessage) }),
  reply: Tag,
})

export const removeTag = operation({
  name: 'removeTag',
  summary: 'Delete a tag',
  tag,
  at: 'DELETE /projects/:id/repository/tags/:tagName',
  input: Type.Object(oneTag),
  reply: Empty,
})
