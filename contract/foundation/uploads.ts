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
  summary: 'List project uploads, newest first',
  at: 'GET /projects/:id/uploads',
  input: Type.Object({ id: NamespaceRef, ...Page }),
  reply: Type.Array(ListedUpload),
})

export const getProjectUpload = operation({
  name: 'getProjectUpload',
  summary: 'Download a project upload by ID',
  at: 'GET /projects/:id/uploads/:uploadId',
  input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer(), ...Wanted }),
  reply: AnyJson,
})

export const getProjectUploadBySecret = operation({
  name: 'getProjectUploadBySecret',
  summary: 'Download a project upload by secret and filename',
  at: 'GET /projects/:id/uploads/:secret/:filename',
  input: Type.Object({ id: NamespaceRef, secret: Secret, filename: Filename, ...Wanted }),
  reply: AnyJson,
})

export const deleteProjectUpload = operation({
  name: 'deleteProjectUpload',
  summary: 'Delete a project upload by ID',
  at: 'DELETE /projects/:id/uploads/:uploadId',
  input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer() }),
  reply: Empty,
})

export const deleteProjectUploadBySecret = operation({
  name: 'deleteProjectUploadBySecret',
  summary: 'Delete a project upload by secret and filename',
  at: 'DELETE /projects/:id/uploads/:secret/:filename',
  input: Type.Object({ id: NamespaceRef, secret: Secret, filename: Filename }),
  reply: Empty,
})

export const showProjectUploadByPath = operation({
  name: 'showProjectUploadByPath',
  summary: 'Download a project upload by project path',
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
    summary: `Upload a file of up to ${uploadLimitMebibytes} MiB to a ${kind}`,
    at: `POST /${kind}s/:id/uploads`,
    input: Type.Object({ id: NamespaceRef, file: FileUpload }),
    reply: Upload,
  }),
  attach: operation({
    name: `attachTo${name}`,
    summary: `Upload a file pasted or dropped into a text box of a ${kind}`,
    at: `POST ${addresses[kind]}`,
    status: 200,
    input: Type.Object({ namespace: Type.String(), file: FileUpload }),
    reply: Link,
  }),
  show: operation({
    name: `show${name}Upload`,
    summary: `Download a ${kind} upload`,
    at: `GET /-/${kind}/:id/uploads/:secret/:filename`,
    input: Type.Object({ id: Type.Integer(), secret: Secret, filename: Filename, ...Wanted }),
    reply: AnyJson,
  }),
  showAvatar: operation({
    name: `show${name}Avatar`,
    summary: `Get the avatar of a ${kind}`,
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
