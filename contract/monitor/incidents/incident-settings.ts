import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Expected, Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Pages')

/** Minutes in steps of 15; null for no limit. */
const Minutes = Nullable(Type.Integer())

/** The time within which the incidents of a project are to be resolved. */
export const IncidentSettings = Type.Object({
  hasSla: Type.Boolean(),
  criticalMinutes: Minutes,
  highMinutes: Minutes,
  mediumMinutes: Minutes,
  lowMinutes: Minutes,
  unknownMinutes: Minutes,
})

export const getIncidentSettingsPage = operation({
  name: 'getIncidentSettingsPage',
  summary: 'Get data for the incident settings page of a project',
  at: 'GET /-/pages/incident_settings',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({ namespace: PlaceHeader, settings: IncidentSettings }),
})

const changes = {
  hasSla: Type.Optional(Type.Boolean()),
  criticalMinutes: Type.Optional(Minutes),
  highMinutes: Type.Optional(Minutes),
  mediumMinutes: Type.Optional(Minutes),
  lowMinutes: Type.Optional(Minutes),
  unknownMinutes: Type.Optional(Minutes),
}

export const updateIncidentSettings = operation({
  name: 'updateIncidentSettings',
  summary: 'Update the incident settings of a project',
  at: 'PUT /:namespace/-/settings/incidents',
  input: Type.Object({ namespace: Type.String(), ...changes, expected: Expected(changes) }),
  reply: IncidentSettings,
})
