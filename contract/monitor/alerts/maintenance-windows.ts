import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import { DateTime, Empty, Expected, Ids, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { maintenanceLimits } from './maintenance-limits.ts'

const operation = operationsOf('Maintenance windows')

/** A time in which alerts neither create incidents nor page. */
export const MaintenanceWindow = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** The services of the alerts that are silenced; all alerts where empty. */
  services: Type.Array(Type.String()),
  startsAt: DateTime,
  endsAt: DateTime,
  /** The public status page of the project announces it: its title and times. */
  isPublished: Type.Boolean(),
  /** The components of the status page that the maintenance affects. */
  componentIds: Ids,
  author: Nullable(UserBasic),
  /** Alerts that came in it. */
  alertCount: Type.Integer(),
  createdAt: DateTime,
  updatedAt: DateTime,
})
export type MaintenanceWindow = Static<typeof MaintenanceWindow>

const project = { id: NamespaceRef }
const one = { ...project, windowId: Type.Integer({ minimum: 1 }) }
const Title = Type.String({ minLength: 1, maxLength: maintenanceLimits.title })
const changes = {
  title: Type.Optional(Title),
  services: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: maintenanceLimits.service }), {
      maxItems: maintenanceLimits.services,
    }),
  ),
  startsAt: Type.Optional(DateTime),
  endsAt: Type.Optional(DateTime),
  isPublished: Type.Optional(Type.Boolean()),
  componentIds: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: statusLimits.components })),
}

export const listMaintenanceWindows = operation({
  name: 'listMaintenanceWindows',
  summary: 'List maintenance windows of a project: those that end last come first',
  at: 'GET /projects/:id/maintenance_windows',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(MaintenanceWindow),
})

export const getMaintenanceWindow = operation({
  name: 'getMaintenanceWindow',
  summary: 'Get a maintenance window',
  at: 'GET /projects/:id/maintenance_windows/:windowId',
  input: Type.Object(one),
  reply: MaintenanceWindow,
})

export const createMaintenanceWindow = operation({
  name: 'createMaintenanceWindow',
  summary: 'Create a maintenance window: a time in which alerts neither create incidents nor page anyone',
  at: 'POST /projects/:id/maintenance_windows',
  input: Type.Object({ ...project, ...changes, title: Title, endsAt: DateTime }),
  reply: MaintenanceWindow,
})

export const updateMaintenanceWindow = operation({
  name: 'updateMaintenanceWindow',
  summary: 'Update a maintenance window',
  at: 'PUT /projects/:id/maintenance_windows/:windowId',
  input: Type.Object({ ...one, ...changes, expected: Expected(changes) }),
  reply: MaintenanceWindow,
})

export const deleteMaintenanceWindow = operation({
  name: 'deleteMaintenanceWindow',
  summary: 'Delete a maintenance window. Open alerts that it silenced start paging',
  at: 'DELETE /projects/:id/maintenance_windows/:windowId',
  input: Type.Object(one),
  reply: Empty,
})

export const getMaintenanceWindowsPage = operationsOf('Pages')({
  name: 'getMaintenanceWindowsPage',
  summary: 'Get data for the maintenance windows page of a project',
  at: 'GET /-/pages/maintenance_windows',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({ canEdit: Type.Boolean() }),
    windows: Type.Array(MaintenanceWindow),
    /** Services of the alerts of the last weeks, which a window can name. */
    services: Type.Array(Type.String()),
    /** The components of the status page, in their order. */
    components: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  }),
})
