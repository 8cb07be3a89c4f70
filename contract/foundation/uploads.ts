import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { AnyJson, DateTime, Empty, FileUpload, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { UserBasic } from './users.ts'

const tag = 'Uploads'

export const Upload = Type.Object({
  id: Type.Integer(),
  alt: Type.String(),
  /** As markdown has it: from the root of the project or group. */
  url: Type.String(),
  /** From the root of the site. */
  fullPath: Type.String(),
  markdown: Type.String(),
})

export const ListedUpload = Type.Object({
  id: Type.Integer(),
  size: Type.Integer(),
  filename: Type.String(),
  createdAt: DateTime,
  uploadedBy: Nullable(UserBasic),
})

/** 32 hexadecimal digits that nobody guesses. */
const Secret = Type.String({ pattern: '^[0-9a-f]{32}$' })
const Filename = Type.String({ maxLength: 255 })

/** What a browser says when it wants a part, or has the file already. */
const Wanted = {
  range: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'Range' })),
  ifRange: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'If-Range' })),
  ifNoneMatch: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'If-None-Match' })),
}

export const createProjectUpload = operation({
  name: 'createProjectUpload',
  summary: 'Keep a file of at most 100 MiB for a project, to be shown or linked in its texts.',
  tag,
  at: 'POST /projects/:id/uploads',
  input: Type.Object({ id: NamespaceRef, file: FileUpload }),
  reply: Upload,
})

export const createGroupUpload = operation({
  name: 'createGroupUpload',
  summary: 'Keep a file of at most 100 MiB for a group.',
  tag,
  at: 'POST /groups/:id/uploads',
  input: Type.Object({ id: NamespaceRef, file: FileUpload }),
  reply: Upload,
})

export const listProjectUploads = operation({
  name: 'listProjectUploads',
  summary: 'The files kept for a project, the latest first.',
  tag,
  at: 'GET /projects/:id/uploads',
  input: Type.Object({ id: NamespaceRef, ...Page }),
  reply: Type.Array(ListedUpload),
})

export const getProjectUpload = operation({
  name: 'getProjectUpload',
  summary: 'A kept file, by its id.',
  tag,
  at: 'GET /projects/:id/uploads/:uploadId',
  input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer(), ...Wanted }),
  reply: AnyJson,
})

export const getProjectUploadBySecret = operation({
  name: 'getProjectUploadBySecret',
  summary: 'A kept file, by its secret and name.',
  tag,
  at: 'GET /projects/:id/uploads/:secret/:filename',
  input: Type.Object({ id: NamespaceRef, secret: Secret, filename: Filename, ...Wanted }),
  reply: AnyJson,
})

export const deleteProjectUpload = operation({
  name: 'deleteProjectUpload',
  summary: 'Delete a kept file, by its id.',
  tag,
  at: 'DELETE /projects/:id/uploads/:uploadId',
  input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer() }),
  reply: Empty,
})

export const deleteProjectUploadBySecret = operation({
  name: 'deleteProjectUploadBySecret',
  summary: 'Delete a kept file, by its secret and name.',
  tag,
  at: 'DELETE /projects/:id/uploads/:secret/:filename',
  input: Type.Object({ id: NamespaceRef, secret: Secret, filename: Filename }),
  reply: Empty,
})

const Link = Type.Object({ link: Upload })

export const attachToProject = operation({
  name: 'attachToProject',
  summary: 'Keep a file that was pasted or dropped into a text of a project.',
  tag,
  at: 'POST /:namespace/uploads',
  door: 'browser',
  status: 200,
  input: Type.Object({ namespace: Type.String(), file: FileUpload }),
  reply: Link,
})

export const attachToGroup = operation({
  name: 'attachToGroup',
  summary: 'Keep a file that was pasted or dropped into a text of a group.',
  tag,
  at: 'POST /groups/:namespace/-/uploads',
  door: 'browser',
  status: 200,
  input: Type.Object({ namespace: Type.String(), file: FileUpload }),
  reply: Link,
})

export const showProjectUpload = operation({
  name: 'showProjectUpload',
  summary: 'The bytes of a file kept for a project.',
  tag,
  at: 'GET /-/project/:id/uploads/:secret/:filename',
  door: 'browser',
  input: Type.Object({ id: Type.Integer(), secret: Secret, filename: Filename, ...Wanted }),
  reply: AnyJson,
})

export const showProjectUploadByPath = operation({
  name: 'showProjectUploadByPath',
  summary: 'The bytes of a file kept for a project, by the project’s path.',
  tag,
  at: 'GET /:namespace/uploads/:secret/:filename',
  door: 'browser',
  input: Type.Object({ namespace: Type.String(), secret: Secret, filename: Filename, ...Wanted }),
  reply: AnyJson,
})

export const showGroupUpload = operation({
  name: 'showGroupUpload',
  summary: 'The bytes of a file kept for a group.',
  tag,
  at: 'GET /-/group/:id/uploads/:secret/:filename',
  door: 'browser',
  input: Type.Object({ id: Type.Integer(), secret: Secret, filename: Filename, ...Wanted }),
  reply: AnyJson,
})

export const showProjectAvatar = operation({
  name: 'showProjectAvatar',
  summary: 'The avatar of a project.',
  tag,
  at: 'GET /uploads/-/system/project/avatar/:id/:uploadId',
  door: 'browser',
  input: Type.Object({ id: Type.Integer(), uploadId: Type.Integer() }),
  reply: AnyJson,
})

export const showGroupAvatar = operation({
  name: 'showGroupAvatar',
  summary: 'The avatar of a group.',
  tag,
  at: 'GET /uploads/-/system/group/avatar/:id/:uploadId',
  door: 'browser',
  input: Type.Object({ id: Type.Integer(), uploadId: Type.Integer() }),
  reply: AnyJson,
})
