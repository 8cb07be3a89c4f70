import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Expected, Nullable } from '#contract/shapes.ts'
import { serviceDeskLimits as limits } from './service-desk-limits.ts'

const operation = operationsOf('Service desk')

const text = (maxLength: number) => Nullable(Type.String({ maxLength }))

export const ServiceDeskSettings = Type.Object({
  enabled: Type.Boolean(),
  /** The public form is there. */
  hasForm: Type.Boolean(),
  /** The end of the address, in place of the id of the project. */
  projectKey: text(limits.key),
  /** An address that forwards its mail to the address of the project. */
  customAddress: text(limits.address),
  senderName: text(limits.senderName),
  thankYou: text(limits.mailText),
  newNote: text(limits.mailText),
  closing: text(limits.mailText),
  /** Added below the text of each request. */
  issueTemplate: text(limits.issueTemplate),
  labelId: Nullable(Type.Integer()),
  /** Hours within which a member should answer. */
  firstAnswerHours: Nullable(Type.Integer({ minimum: 1, maximum: limits.hours })),
})
export type ServiceDeskSettings = Static<typeof ServiceDeskSettings>

export const getServiceDeskSettingsPage = operation({
  name: 'getServiceDeskSettingsPage',
  summary: 'Get data for the service desk settings page of a project',
  at: 'GET /-/pages/service_desk_settings',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    settings: ServiceDeskSettings,
    /** The address of the project, to which a custom address forwards; null where the site receives no mail. */
    address: Nullable(Type.String()),
    labels: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String() })),
    /** Automatic replies and loops that were not stored. */
    ignoredMails: Type.Integer(),
  }),
})

const changes = Type.Partial(ServiceDeskSettings).properties

export const updateServiceDesk = operation({
  name: 'updateServiceDesk',
  summary: 'Update the service desk settings of a project',
  at: 'PUT /:namespace/-/settings/service_desk',
  input: Type.Object({ namespace: Type.String(), ...changes, expected: Expected(changes) }),
  reply: ServiceDeskSettings,
})
