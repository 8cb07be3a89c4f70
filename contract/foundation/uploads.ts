import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Empty, FileUpload, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { byPlaceKind } from './places.ts'
import { uploadLimitMebibytes } from './upload-limit.ts'
import { UserBasic } from './users.ts'

const operation = operationsOf('Uploads')

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

export const listProjectUploads = operation({
  name: 'listProjectUploads',
  summary: 'The files kept for a project, the latest first.',
  at: 'GET /projects/:id/uploads',
  input: Type.Object({ id: NamespaceRef, ...Page }),
  reply: Type.Array(ListedUpload),
})

export const getProjectUpload = operation({
  name: 'getProjectUpload',
  summary: 'A kept file, by its id.',
  at: 'GET /projects/:id/uploads/:uploadId',
  input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer(), ...Wanted }),
  reply: AnyJson,
})

export const getProjectUploadBySecret = operation({
  name: 'getProjectUploadBySecret',
  summary: 'A kept file, by its secret and name.',
  at: 'GET /projects/:id/uploads/:secret/:filename',
  input: Type.Object({ id: NamespaceRef, secret: Secret, filename: Filename, ...Wanted }),
  reply: AnyJson,
})

export const deleteProjectUpload = operation({
  name: 'deleteProjectUpload',
  summary: 'Delete a kept file, by its id.',
  at: 'DELETE /projects/:id/uploads/:uploadId',
  input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer() }),
  reply: Empty,
})

export const deleteProjectUploadBySecret = operation({
  name: 'deleteProjectUploadBySecret',
  summary: 'Delete a kept file, by its secret and name.',
  at: 'DELETE /projects/:id/uploads/:secret/:filename',
  input: Type.Object({ id: NamespaceRef, secret: Secret, filename: Filename }),
  reply: Empty,
})

export const showProjectUploadByPath = operation({
  name: 'showProjectUploadByPath',
  summary: 'The bytes of a file kept for a project, by the project’s path.',
  at: 'GET /:namespace/uploads/:secret/:filename',
  input: Type.Object({ namespace: Type.String(), secret: Secret, filename: Filename, ...Wanted }),
  reply: AnyJson,
})

const Link = Type.Object({ link: Upload })

const addresses = { project: '/:namespace/uploads', group: '/groups/:namespace/-/uploads' } as const

/** The operations that are alike on the files of a project and of a group. */
export const uploadOperations = byPlaceKind((kind, name) => ({
  create: operation({
    name: `create${name}Upload`,
    summary: `Keep a file of at most ${uploadLimitMebibytes} MiB for a ${kind}${kind === 'project' ? ', to be shown or linked in its texts' : ''}.`,
    at: `POST /${kind}s/:id/uploads`,
    input: Type.Object({ id: NamespaceRef, file: FileUpload }),
    reply: Upload,
  }),
  attach: operation({
    name: `attachTo${name}`,
    summary: `Keep a file that was pasted or dropped into a text of a ${kind}.`,
    at: `POST ${addresses[kind]}`,
    status: 200,
    input: Type.Object({ namespace: Type.String(), file: FileUpload }),
    reply: Link,
  }),
  show: operation({
    name: `show${name}Upload`,
    summary: `The bytes of a file kept for a ${kind}.`,
    at: `GET /-/${kind}/:id/uploads/:secret/:filename`,
    input: Type.Object({ id: Type.Integer(), secret: Secret, filename: Filename, ...Wanted }),
    reply: AnyJson,
  }),
  showAvatar: operation({
    name: `show${name}Avatar`,
    summary: `The avatar of a ${kind}.`,
    door: 'browser',
    at: `GET /uploads/-/system/${kind}/avatar/:id/:uploadId`,
    input: Type.Object({ id: Type.Integer(), uploadId: Type.Integer() }),
    reply: AnyJson,
  }),
}))

export const {
  create: createProjectUpload,
  attach: attachToProject,
  show: showProjectUpload,
  showAvatar: showProjectAvatar,
} = uploadOperations.project

export const {
  create: createGroupUpload,
  attach: attachToGroup,
  show: showGroupUpload,
  showAvatar: showGroupAvatar,
} = uploadOperations.group
