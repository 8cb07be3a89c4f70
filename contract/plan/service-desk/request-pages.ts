import { Type } from 'typebox'
import { FileConditions, UploadAddress } from '#contract/foundation/uploads.ts'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Empty, FileUpload, Words } from '#contract/shapes.ts'
import { serviceDeskLimits as limits } from './service-desk-limits.ts'

const operation = operationsOf('Service desk')

/** The latest comments that the page of a request shows. */
export const maxShownComments = 200

const files = Type.Optional(Type.Array(FileUpload, { maxItems: limits.files }))

export const getRequestForm = operation({
  name: 'getRequestForm',
  summary: 'Get data for the public request form of a project (no authentication required)',
  at: 'GET /-/pages/request_form',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({ projectName: Type.String() }),
})

/** A puzzle whose answer costs the browser about a second. */
const Puzzle = Type.Object({
  /** Signed by the server, and usable once. */
  puzzle: Type.String(),
  /** The number of zero bits with which the SHA-256 of `<puzzle>:<answer>` has to begin. */
  zeroBits: Type.Integer(),
})

export const createRequestPuzzle = operation({
  name: 'createRequestPuzzle',
  summary: 'Create the puzzle that a request from the public form solves (no authentication required)',
  at: 'POST /:namespace/-/service_desk/puzzles',
  input: Type.Object({ namespace: Type.String() }),
  reply: Puzzle,
})

export const createServiceDeskRequest = operation({
  name: 'createServiceDeskRequest',
  summary: 'Create a request from the public form (no authentication required)',
  at: 'POST /:namespace/-/service_desk/requests',
  input: Type.Object({
    namespace: Type.String(),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    email: Type.String({ maxLength: limits.address }),
    title: Type.String({ maxLength: limits.title }),
    description: Type.String({ maxLength: limits.description }),
    puzzle: Type.String({ maxLength: 500 }),
    answer: Type.Integer({ minimum: 0 }),
    files,
  }),
  /** The path of the page of the request: with a secret token. */
  reply: Type.Object({ path: Type.String() }),
})

const Token = Type.Object({ token: Type.String({ maxLength: 100 }) })

export const getServiceDeskRequest = operation({
  name: 'getServiceDeskRequest',
  summary: 'Get data for the page of a request, by its secret token (no authentication required)',
  at: 'GET /-/pages/service_desk_request',
  isPolled: true,
  input: Token,
  reply: Type.Object({
    projectName: Type.String(),
    reference: Type.String(),
    title: Type.String(),
    state: Words(['opened', 'closed']),
    createdAt: DateTime,
    descriptionHtml: Type.String(),
    /** Public comments, oldest first. */
    comments: Type.Array(
      Type.Object({
        id: Type.Integer(),
        /** The name of the member, or the words for the reader and other participants. */
        author: Type.String(),
        isOwn: Type.Boolean(),
        html: Type.String(),
        createdAt: DateTime,
      }),
    ),
  }),
})

export const answerServiceDeskRequest = operation({
  name: 'answerServiceDeskRequest',
  summary: 'Add a comment to a request, by its secret token (no authentication required)',
  at: 'POST /-/service_desk/requests/:token/comments',
  status: 204,
  input: Type.Object({ ...Token.properties, body: Type.String({ maxLength: limits.description }), files }),
  reply: Empty,
})

export const setServiceDeskRequestState = operation({
  name: 'setServiceDeskRequestState',
  summary: 'Close or reopen a request, by its secret token (no authentication required)',
  at: 'PUT /-/service_desk/requests/:token',
  status: 204,
  input: Type.Object({ ...Token.properties, state: Words(['opened', 'closed']) }),
  reply: Empty,
})

export const getServiceDeskFile = operation({
  name: 'getServiceDeskFile',
  summary: 'Download a file of a request, by its secret token (no authentication required)',
  at: 'GET /-/service_desk/requests/:token/files/:secret/:filename',
  input: Type.Object({ ...Token.properties, ...UploadAddress, ...FileConditions }),
  reply: AnyJson,
})
