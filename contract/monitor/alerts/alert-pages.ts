import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { issuableOfPage, issuablePage, issuablePermissions } from '#contract/plan/issues/issuable-pages.ts'
import { DateTime, Expected, largestInteger, Nullable, Words } from '#contract/shapes.ts'
import {
  alertLimits,
  alertOrders,
  alertSeverities,
  alertStatuses,
  alertTabs,
  integrationTypes,
} from './alert-limits.ts'
import { FieldMapping } from './field-mapping.ts'
import { groupingLimits } from './grouping-fields.ts'
import { GroupingRule } from './grouping-rules.ts'

const operation = operationsOf('Pages')

/** A row of the list of alerts. */
export const AlertListRow = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  title: Type.String(),
  severity: Words(alertSeverities),
  status: Words(alertStatuses),
  startedAt: DateTime,
  eventCount: Type.Integer(),
  monitoringTool: Type.String(),
  service: Type.String(),
  /** The name of the integration through which it came; null where there is none, or it was deleted. */
  integration: Nullable(Type.String()),
  /** The values that the alerts of its group share; null where it is alone. */
  group: Nullable(Type.String()),
  assignees: Type.Array(UserBasic),
  /** `^alert#7` */
  reference: Type.String(),
  webPath: Type.String(),
  /** Null where there is none that the reader may know of. */
  incident: Nullable(
    Type.Object({ reference: Type.String(), path: Type.String(), state: Words(['opened', 'closed']) }),
  ),
  /** It came in a maintenance window. */
  isSilenced: Type.Boolean(),
})

/** Counts of alerts; each stops at 10,000. */
export const AlertCounts = Type.Object({
  open: Type.Integer(),
  triggered: Type.Integer(),
  acknowledged: Type.Integer(),
  resolved: Type.Integer(),
  ignored: Type.Integer(),
  all: Type.Integer(),
})

export const getAlertsPage = operation({
  name: 'getAlertsPage',
  summary: 'Get data for the alert list page of a project',
  at: 'GET /-/pages/alerts',
  input: Type.Object({
    namespace: Type.String(),
    /** Open alerts when left out. */
    status: Type.Optional(Words(alertTabs)),
    search: Type.Optional(Type.String({ maxLength: 255 })),
    /** The number of an incident: only its alerts. */
    incident: Type.Optional(Type.Integer({ minimum: 1 })),
    orderBy: Type.Optional(Words(alertOrders)),
    sort: Type.Optional(Words(['asc', 'desc'])),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({ canAdminAlerts: Type.Boolean(), canEscalate: Type.Boolean() }),
    /** Whether the project has an integration through which alerts come in. */
    hasIntegrations: Type.Boolean(),
    counts: AlertCounts,
    alerts: Type.Array(AlertListRow),
    page: Type.Integer(),
    hasNext: Type.Boolean(),
  }),
})

const One = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

/** The facts of an alert that its own page and the tab of its incident show. */
export const AlertFacts = Type.Object({
  severity: Words(alertSeverities),
  status: Words(alertStatuses),
  startedAt: DateTime,
  endedAt: Nullable(DateTime),
  eventCount: Type.Integer(),
  monitoringTool: Type.String(),
  service: Type.String(),
  hosts: Type.Array(Type.String()),
  environment: Type.String(),
  runbook: Type.String(),
  description: Type.String(),
  /** The other fields of the payload, by the path to each. */
  details: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
  /** The number of further fields that the payload had. */
  detailsLeftOut: Type.Integer(),
  lastEventAt: Nullable(DateTime),
  /** As in the list. */
  integration: Nullable(Type.String()),
  /** The group of the alert; null where it is in none, or alone. */
  group: Nullable(
    Type.Object({
      /** The values that its alerts share: `Service: checkout`. */
      name: Type.String(),
      /** All alerts of the group, this one too. */
      alertCount: Type.Integer(),
      /** The alert that pages for all; null for that alert itself. */
      lead: Nullable(Type.Object({ reference: Type.String(), webPath: Type.String() })),
    }),
  ),
  /** The maintenance window in which it came. */
  maintenance: Nullable(Type.Object({ title: Type.String(), endsAt: DateTime, isSilenced: Type.Boolean() })),
})

/** The incident of an alert. */
const IncidentOfAlert = Type.Object({
  title: Type.String(),
  reference: Type.String(),
  path: Type.String(),
  state: Words(['opened', 'closed']),
})

/** Everything that the page of an alert shows but its discussion. */
export const AlertPage = Type.Object({
  ...issuablePage,
  alert: Type.Object({
    ...issuableOfPage,
    type: Words(['alert']),
    state: Words(['opened', 'closed']),
  }),
  facts: AlertFacts,
  /** Null where there is none that the reader may know of. */
  incident: Nullable(IncidentOfAlert),
  permissions: Type.Object({
    ...issuablePermissions,
    canEscalate: Type.Boolean(),
    canCreateIncident: Type.Boolean(),
  }),
})

export const getAlertPage = operation({
  name: 'getAlertPage',
  summary: 'Get data for an alert page, without its discussion',
  at: 'GET /-/pages/alert',
  input: One,
  reply: AlertPage,
})

const entity = '/:namespace/-/alert_management/:iid'

export const updateAlertEntity = operation({
  name: 'updateAlertEntity',
  summary: 'Set the status or the assignee of an alert from its page',
  at: `PUT ${entity}.json`,
  input: Type.Object({
    ...One.properties,
    status: Type.Optional(Words(alertStatuses)),
    /** Null removes the assignee. */
    assigneeId: Type.Optional(Nullable(Type.Integer())),
  }),
  reply: Type.Object({ id: Type.Integer() }),
})

export const updateAlerts = operation({
  name: 'updateAlerts',
  summary: 'Set the status or the assignee of several alerts of a project from their list',
  at: 'POST /:namespace/-/alert_management/bulk_update',
  status: 200,
  input: Type.Object({
    namespace: Type.String(),
    iids: Type.Array(Type.Integer({ minimum: 1, maximum: largestInteger }), {
      minItems: 1,
      maxItems: alertLimits.alertsOfBulk,
    }),
    status: Type.Optional(Words(alertStatuses)),
    /** Null removes the assignee. */
    assigneeId: Type.Optional(Nullable(Type.Integer())),
  }),
  reply: Type.Object({
    changed: Type.Integer(),
    /** The references of alerts that could not be changed, with the reason. */
    refused: Type.Array(Type.Object({ reference: Type.String(), reason: Type.String() })),
  }),
})

export const createIncidentOfAlert = operation({
  name: 'createIncidentOfAlert',
  summary: 'Create an incident from an alert',
  at: `POST ${entity}/incident`,
  input: One,
  reply: Type.Object({ iid: Type.Integer(), webPath: Type.String() }),
})

export const getAlertOfIncident = operation({
  name: 'getAlertOfIncident',
  summary: 'Get the alert of an incident for its page',
  at: 'GET /-/pages/alert_of_incident',
  input: One,
  reply: Nullable(
    Type.Object({
      ...AlertFacts.properties,
      id: Type.Integer(),
      iid: Type.Integer(),
      title: Type.String(),
      reference: Type.String(),
      webPath: Type.String(),
      /** All alerts of the incident, this one too. */
      alertCount: Type.Integer(),
      /** The first of them, in the order in which they came. */
      alerts: Type.Array(
        Type.Object({
          iid: Type.Integer(),
          title: Type.String(),
          reference: Type.String(),
          webPath: Type.String(),
          severity: Words(alertSeverities),
          status: Words(alertStatuses),
          service: Type.String(),
          startedAt: DateTime,
          eventCount: Type.Integer(),
        }),
      ),
    }),
  ),
})

/** An integration as the page of the settings shows it. */
export const AlertIntegration = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Words(integrationTypes),
  isActive: Type.Boolean(),
  url: Type.String(),
  mapping: FieldMapping,
  /** The payload from which the fields were chosen; empty where none was. */
  examplePayload: Type.String(),
})

const Settings = Type.Object({
  createsIncidents: Type.Boolean(),
  closesIncidents: Type.Boolean(),
  /** New errors, and those that occur again after they were resolved, become alerts. */
  errorsCreateAlerts: Type.Boolean(),
  escalationPolicyId: Nullable(Type.Integer()),
  /** In the order in which they are tried. */
  groupingRules: Type.Array(GroupingRule, { maxItems: groupingLimits.rules }),
})

export const getAlertSettingsPage = operation({
  name: 'getAlertSettingsPage',
  summary: 'Get data for the alert settings page of a project',
  at: 'GET /-/pages/alert_settings',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    integrations: Type.Array(AlertIntegration),
    settings: Settings,
    escalationPolicies: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  }),
})

const integrations = '/:namespace/-/settings/alerts/integrations'
/** The integration with its token, which is shown only once. */
const WithToken = Type.Object({ id: Type.Integer(), token: Type.String() })
const Integration = Type.Object({ namespace: Type.String(), integrationId: Type.Integer() })
const name = Type.String({ maxLength: alertLimits.integrationName * 4 })

const integrationChanges = {
  name: Type.Optional(name),
  isActive: Type.Optional(Type.Boolean()),
  mapping: Type.Optional(FieldMapping),
  examplePayload: Type.Optional(Type.String({ maxLength: alertLimits.examplePayload })),
}

export const createAlertIntegration = operation({
  name: 'createAlertIntegration',
  summary: 'Create an alert integration from the settings page',
  at: `POST ${integrations}`,
  input: Type.Object({ namespace: Type.String(), name, type: Words(integrationTypes) }),
  reply: WithToken,
})

export const updateAlertIntegration = operation({
  name: 'updateAlertIntegration',
  summary: 'Rename, enable or disable an alert integration from the settings page',
  at: `PUT ${integrations}/:integrationId`,
  input: Type.Object({
    ...Integration.properties,
    ...integrationChanges,
    expected: Expected(integrationChanges),
  }),
  reply: Type.Object({ id: Type.Integer() }),
})

/** A payload as the alert that it becomes. */
const MappedAlert = Type.Object({
  title: Type.String(),
  description: Type.String(),
  severity: Words(alertSeverities),
  startedAt: DateTime,
  endedAt: Nullable(DateTime),
  monitoringTool: Type.String(),
  service: Type.String(),
  hosts: Type.Array(Type.String()),
  environment: Type.String(),
  /** Null where no grouping rule holds. */
  group: Nullable(Type.String()),
})

export const previewAlert = operation({
  name: 'previewAlert',
  summary: 'Preview the alert that a payload becomes, without creating it',
  at: `POST ${integrations}/preview`,
  status: 200,
  input: Type.Object({
    namespace: Type.String(),
    payload: Type.String({ maxLength: alertLimits.examplePayload }),
    mapping: FieldMapping,
  }),
  reply: Type.Object({
    /** The first of the alerts of the payload. */
    alert: MappedAlert,
    alertCount: Type.Integer(),
    /** The paths of the values of the payload, each with its value, shortened. */
    values: Type.Array(Type.Object({ path: Type.String(), text: Type.String() })),
  }),
})

export const resetAlertIntegrationToken = operation({
  name: 'resetAlertIntegrationToken',
  summary: 'Reset the token of an alert integration from the settings page',
  at: `POST ${integrations}/:integrationId/token`,
  input: Integration,
  reply: WithToken,
})

export const deleteAlertIntegration = operation({
  name: 'deleteAlertIntegration',
  summary: 'Delete an alert integration from the settings page',
  at: `DELETE ${integrations}/:integrationId`,
  input: Integration,
  reply: Type.Null(),
})

export const sendTestAlert = operation({
  name: 'sendTestAlert',
  summary: 'Create a test alert from the settings page',
  at: `POST ${integrations}/:integrationId/test`,
  status: 200,
  input: Type.Object({
    ...Integration.properties,
    /** JSON, as a monitoring tool would send it. */
    payload: Type.String({ maxLength: alertLimits.payloadBytes }),
  }),
  reply: Type.Array(Type.Object({ iid: Type.Integer(), title: Type.String() })),
})

export const updateAlertSettings = operation({
  name: 'updateAlertSettings',
  summary: 'Update the alert settings of a project',
  at: 'PUT /:namespace/-/settings/alerts',
  input: Type.Object({ namespace: Type.String(), ...Type.Partial(Settings).properties }),
  reply: Settings,
})
