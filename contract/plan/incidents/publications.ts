import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { impacts, statusLimits, updateStatuses } from './status-words.ts'

const operation = operationsOf('Status pages')

const one = { id: NamespaceRef, issueIid: Type.Integer({ minimum: 1 }) }
const Title = Type.String({ minLength: 1, maxLength: statusLimits.title })
const Message = Type.String({ minLength: 1, maxLength: statusLimits.message })
const ComponentImpact = Type.Object({ componentId: Type.Integer({ minimum: 1 }), impact: Words(impacts) })
const ComponentImpacts = Type.Array(ComponentImpact, { maxItems: statusLimits.components })

/** The texts for the public of an incident, and the components that it affects. */
export const Publication = Type.Object({
  isPublished: Type.Boolean(),
  /** Before the incident is published, a suggestion: its title if a person wrote it. */
  title: Type.String(),
  startedAt: DateTime,
  resolvedAt: Nullable(DateTime),
  components: Type.Array(ComponentImpact),
  /** Newest first. */
  updates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      status: Words(updateStatuses),
      message: Type.String(),
      createdAt: DateTime,
    }),
  ),
  /** All components of the status page, in their order. */
  choices: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), heading: Type.String() })),
})
export type Publication = Static<typeof Publication>

export const getPublication = operation({
  name: 'getPublication',
  summary: 'Get the public texts of an incident, and the components that it affects',
  at: 'GET /projects/:id/issues/:issueIid/publication',
  input: Type.Object(one),
  reply: Publication,
})

export const publishIncident = operation({
  name: 'publishIncident',
  summary: 'Publish an incident on the status page of its project, with a title and a message written for the public',
  at: 'POST /projects/:id/issues/:issueIid/publication',
  input: Type.Object({
    ...one,
    title: Title,
    message: Message,
    status: Type.Optional(Words(updateStatuses)),
    components: Type.Optional(ComponentImpacts),
  }),
  reply: Publication,
})

const changes = { title: Type.Optional(Title), startedAt: Type.Optional(DateTime) }

export const updatePublication = operation({
  name: 'updatePublication',
  summary: 'Correct the public title or the start of a published incident, without an update',
  at: 'PUT /projects/:id/issues/:issueIid/publication',
  input: Type.Object({ ...one, ...changes, expected: Expected(changes) }),
  reply: Publication,
})

export const postPublicUpdate = operation({
  name: 'postPublicUpdate',
  summary: 'Post an update of a published incident. Components that are not named stay as they are',
  at: 'POST /projects/:id/issues/:issueIid/publication/updates',
  input: Type.Object({
    ...one,
    status: Words(updateStatuses),
    message: Message,
    components: Type.Optional(ComponentImpacts),
  }),
  reply: Publication,
})

const updateChanges = { message: Type.Optional(Message), status: Type.Optional(Words(updateStatuses)) }

export const changePublicUpdate = operation({
  name: 'changePublicUpdate',
  summary: 'Correct the message or the status of an update on the status page. Emails that were sent stay as they are',
  at: 'PUT /projects/:id/issues/:issueIid/publication/updates/:updateId',
  input: Type.Object({
    ...one,
    updateId: Type.Integer({ minimum: 1 }),
    ...updateChanges,
    expected: Expected(updateChanges),
  }),
  reply: Publication,
})

export const unpublishIncident = operation({
  name: 'unpublishIncident',
  summary: 'Remove an incident from the status page of its project, with its public texts',
  at: 'DELETE /projects/:id/issues/:issueIid/publication',
  input: Type.Object(one),
  reply: Empty,
})
