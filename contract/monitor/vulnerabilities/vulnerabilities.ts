import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { IssueBasic } from '#contract/plan/issues/issues.ts'
import { DateTime, Empty, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import {
  dismissalReasons,
  vulnerabilityLimits as limits,
  reportTypes,
  vulnerabilityLinkTypes,
  vulnerabilitySeverities,
  vulnerabilityStates,
} from './vulnerability-words.ts'

const operation = operationsOf('Vulnerabilities')
const project = { id: NamespaceRef }
const one = { id: Type.Integer({ minimum: 1 }) }

export const Identifier = Type.Object({
  type: Type.String(),
  name: Type.String(),
  value: Type.String(),
  url: Nullable(Type.String()),
})

export const Link = Type.Object({ name: Type.String(), url: Type.String() })

export const Location = Type.Object({
  file: Type.Optional(Type.String()),
  startLine: Type.Optional(Type.Integer()),
  endLine: Type.Optional(Type.Integer()),
  class: Type.Optional(Type.String()),
  method: Type.Optional(Type.String()),
  image: Type.Optional(Type.String()),
  operatingSystem: Type.Optional(Type.String()),
  package: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  hostname: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  param: Type.Optional(Type.String()),
})

const Scanner = Type.Object({ externalId: Type.String(), name: Type.String(), vendor: Type.String() })

/** @source rest.md 15.5 */
export const Vulnerability = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Words(vulnerabilityStates),
  severity: Words(vulnerabilitySeverities),
  reportType: Words(reportTypes),
  project: Type.Object({
    id: Type.Integer(),
    description: Type.String(),
    name: Type.String(),
    nameWithNamespace: Type.String(),
    path: Type.String(),
    pathWithNamespace: Type.String(),
    createdAt: DateTime,
  }),
  finding: Type.Object({
    name: Type.String(),
    severity: Words(vulnerabilitySeverities),
    reportType: Words(reportTypes),
    scanner: Scanner,
    location: Location,
    identifiers: Type.Array(Identifier),
    links: Type.Array(Link),
    solution: Nullable(Type.String()),
    sha: Nullable(Type.String()),
  }),
  resolvedOnDefaultBranch: Type.Boolean(),
  /** Why the state was set, and the reason of a dismissal. */
  stateComment: Nullable(Type.String()),
  dismissalReason: Nullable(Words(dismissalReasons)),
  authorId: Nullable(Type.Integer()),
  confirmedById: Nullable(Type.Integer()),
  resolvedById: Nullable(Type.Integer()),
  dismissedById: Nullable(Type.Integer()),
  updatedById: Nullable(Type.Integer()),
  lastEditedById: Nullable(Type.Integer()),
  createdAt: DateTime,
  updatedAt: DateTime,
  confirmedAt: Nullable(DateTime),
  resolvedAt: Nullable(DateTime),
  dismissedAt: Nullable(DateTime),
  lastEditedAt: Nullable(DateTime),
  startDate: Nullable(DateTime),
  dueDate: Nullable(DateTime),
  webUrl: Type.String(),
})

export const listVulnerabilities = operation({
  name: 'listVulnerabilities',
  summary: 'List vulnerabilities of a project, the most severe first (developers and above)',
  at: 'GET /projects/:id/vulnerabilities',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(Vulnerability),
})

export const createVulnerability = operation({
  name: 'createVulnerability',
  summary: 'Create a vulnerability from a finding of a merge request',
  at: 'POST /projects/:id/vulnerabilities',
  input: Type.Object({ ...project, findingId: Type.Integer({ minimum: 1 }) }),
  reply: Vulnerability,
})

export const getVulnerability = operation({
  name: 'getVulnerability',
  summary: 'Get a vulnerability',
  at: 'GET /vulnerabilities/:id',
  input: Type.Object(one),
  reply: Vulnerability,
})

const comment = Type.Optional(Type.String({ maxLength: limits.comment }))

const stateChange = <Name extends string>(verb: Name, summary: string) =>
  operation({
    name: `${verb}Vulnerability`,
    summary,
    at: `POST /vulnerabilities/:id/${verb}`,
    input: Type.Object({ ...one, comment }),
    reply: Vulnerability,
  })

export const confirmVulnerability = stateChange('confirm', 'Confirm a vulnerability. 304 if it is confirmed already')
export const resolveVulnerability = stateChange('resolve', 'Resolve a vulnerability. 304 if it is resolved already')
export const revertVulnerability = stateChange(
  'revert',
  'Set a vulnerability back to detected. 304 if it has this state already',
)

export const dismissVulnerability = operation({
  name: 'dismissVulnerability',
  summary: 'Dismiss a vulnerability. 304 if it is dismissed already',
  at: 'POST /vulnerabilities/:id/dismiss',
  input: Type.Object({ ...one, comment, dismissalReason: Type.Optional(Words(dismissalReasons)) }),
  reply: Vulnerability,
})

export const listVulnerabilityIssueLinks = operation({
  name: 'listVulnerabilityIssueLinks',
  summary: 'List the issues that are linked to a vulnerability',
  at: 'GET /vulnerabilities/:id/issue_links',
  input: Type.Object(one),
  reply: Type.Array(
    Type.Object({
      ...IssueBasic.properties,
      vulnerabilityLinkId: Type.Integer(),
      vulnerabilityLinkType: Words(vulnerabilityLinkTypes),
    }),
  ),
})

export const createVulnerabilityIssueLink = operation({
  name: 'createVulnerabilityIssueLink',
  summary: 'Link an issue to a vulnerability',
  at: 'POST /vulnerabilities/:id/issue_links',
  input: Type.Object({
    ...one,
    targetIssueIid: Type.Integer({ minimum: 1 }),
    /** Default: the project of the vulnerability. */
    targetProjectId: Type.Optional(NamespaceRef),
    linkType: Type.Optional(Words(vulnerabilityLinkTypes)),
  }),
  reply: Type.Object({
    id: Type.Integer(),
    vulnerability: Vulnerability,
    issue: IssueBasic,
    linkType: Words(vulnerabilityLinkTypes),
  }),
})

export const deleteVulnerabilityIssueLink = operation({
  name: 'deleteVulnerabilityIssueLink',
  summary: 'Remove the link between an issue and a vulnerability',
  at: 'DELETE /vulnerabilities/:id/issue_links/:issueLinkId',
  input: Type.Object({ ...one, issueLinkId: Type.Integer({ minimum: 1 }) }),
  reply: Empty,
})
