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
  /** The path in Markdown: from the root of the project or group. */
  url: Type.String(),
  /** The path from the root of the site. */
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

/** 32 random hexadecimal digits. */
const Secret = Type.String({ pattern: '^[0-9a-f]{32}$' })
const Filename = Type.String({ maxLength: 255 })

/** The end of the address of an upload. */
export const UploadAddress = { secret: Secret, filename: Filename }

/** The headers of a browser that wants a part, or has the file already. */
export const FileConditions = {
  range: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'Range' })),
  ifRange: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'If-Range' })),
  ifNoneMatch: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'If-None-Match' })),
}

export const showProjectUploadByPath = operation({
  name: 'showProjectUploadByPath',
  summary: 'Download a project upload by project path',
  at: 'GET /:namespace/uploads/:secret/:filename',
  input: Type.Object({ namespace: Type.String(), ...UploadAddress, ...FileConditions }),
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
  list: operation({
    name: `list${name}Uploads`,
    summary: `List ${kind} uploads, newest first`,
    at: `GET /${kind}s/:id/uploads`,
    input: Type.Object({ id: NamespaceRef, ...Page }),
    reply: Type.Array(ListedUpload),
  }),
  get: operation({
    name: `get${name}Upload`,
    summary: `Download a ${kind} upload by ID`,
    at: `GET /${kind}s/:id/uploads/:uploadId`,
    input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer(), ...FileConditions }),
    reply: AnyJson,
  }),
  getBySecret: operation({
    name: `get${name}UploadBySecret`,
    summary: `Download a ${kind} upload by secret and filename`,
    at: `GET /${kind}s/:id/uploads/:secret/:filename`,
    input: Type.Object({ id: NamespaceRef, ...UploadAddress, ...FileConditions }),
    reply: AnyJson,
  }),
  remove: operation({
    name: `delete${name}Upload`,
    summary: `Delete a ${kind} upload by ID`,
    at: `DELETE /${kind}s/:id/uploads/:uploadId`,
    input: Type.Object({ id: NamespaceRef, uploadId: Type.Integer() }),
    reply: Empty,
  }),
  removeBySecret: operation({
    name: `delete${name}UploadBySecret`,
    summary: `Delete a ${kind} upload by secret and filename`,
    at: `DELETE /${kind}s/:id/uploads/:secret/:filename`,
    input: Type.Object({ id: NamespaceRef, ...UploadAddress }),
    reply: Empty,
  }),
  getAvatar: operation({
    name: `get${name}Avatar`,
    summary: `Download the avatar of a ${kind}`,
    at: `GET /${kind}s/:id/avatar`,
    input: Type.Object({ id: NamespaceRef }),
    reply: AnyJson,
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
    input: Type.Object({ id: Type.Integer(), ...UploadAddress, ...FileConditions }),
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
  list: listProjectUploads,
  remove: deleteProjectUpload,
  create: createProjectUpload,
  attach: attachToProject,
  show: showProjectUpload,
  showAvatar: showProjectAvatar,
} = uploadOperations.project

export const {
  list: listGroupUploads,
  create: createGroupUpload,
  attach: attachToGroup,
  show: showGroupUpload,
  showAvatar: showGroupAvatar,
} = uploadOperations.group
