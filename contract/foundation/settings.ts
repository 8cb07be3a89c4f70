import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import {
  AnyJson,
  Bytes,
  DateTime,
  Dictionary,
  Expected,
  largestInteger,
  Nullable,
  Page,
  visibilities,
  Words,
} from '#contract/shapes.ts'
import { settingLimits } from './setting-limits.ts'
import { uploadLimitMebibytes } from './upload-limit.ts'

const operation = operationsOf('Instance')

export const Metadata = Type.Object({
  version: Type.String(),
  revision: Type.String(),
  kas: Type.Object({
    enabled: Type.Boolean(),
    externalUrl: Nullable(Type.String()),
    externalK8sProxyUrl: Nullable(Type.String()),
    version: Nullable(Type.String()),
  }),
  enterprise: Type.Boolean(),
})

export const getVersion = operation({
  name: 'getVersion',
  summary: 'Get the API version of this server',
  at: 'GET /version',
  reply: Metadata,
})

export const getMetadata = operation({
  name: 'getMetadata',
  summary: 'Get metadata of this server (same as the version)',
  at: 'GET /metadata',
  reply: Metadata,
})

const Count = Type.Integer({ minimum: 0, maximum: largestInteger })
const LeastOne = Type.Integer({ minimum: 1, maximum: largestInteger })
const Seconds = Type.Integer({ minimum: 1, maximum: settingLimits.periodSeconds })

const Domains = Type.Array(Type.String({ maxLength: 255 }), { maxItems: settingLimits.domains })
const Address = Nullable(Type.String({ maxLength: settingLimits.addressCharacters }))

const settings = {
  signupEnabled: Type.Boolean(),
  defaultProjectVisibility: Words(visibilities),
  defaultGroupVisibility: Words(visibilities),
  defaultBranchName: Type.String({ maxLength: 255 }),
  canCreateGroup: Type.Boolean(),
  userDefaultExternal: Type.Boolean(),
  defaultProjectsLimit: Count,
  /** Whether comments may be kept to members with at least the Planner role. */
  internalNotesEnabled: Type.Boolean(),
  /** Whether people request the attention of assignees and reviewers, in projects that have this on. */
  attentionRequestsEnabled: Type.Boolean(),
  /** Whether task list items can be converted to work items. */
  workItemsEnabled: Type.Boolean(),
  /**
   * The protection of default branches of new projects: 0 not at all, 1 against force pushes, 2 fully (maintainers
   * only), 3 developers merge only.
   */
  defaultBranchProtection: Type.Integer({ minimum: 0, maximum: 3 }),
  /** Days in which a deleted group or project can be restored; 0 deletes at once. */
  deletionAdjournedPeriod: Type.Integer({ minimum: 0, maximum: 90 }),
  /** Whether users are asked now and then how they like this site. */
  surveyEnabled: Type.Boolean(),
  /** The domains of the addresses with which people may register; all if there is none. `*.` covers those below. */
  domainAllowlist: Domains,
  domainDenylist: Domains,
  domainDenylistEnabled: Type.Boolean(),
  /** Whether people who register wait for an administrator. */
  requireAdminApprovalAfterUserSignup: Type.Boolean(),
  /** A path of the site or a URL. */
  afterSignOutPath: Address,
  /** The page that signed-out visitors of `/` are sent to. */
  homePageUrl: Address,
  /** Markdown at the top of the help. */
  helpPageText: Nullable(Type.String({ maxLength: settingLimits.textCharacters })),
  /** The levels that only administrators choose for projects and groups. */
  restrictedVisibilityLevels: Type.Array(Words(visibilities), { maxItems: 3 }),
  /**
   * Who creates projects in new groups for which nothing else is chosen: 0 nobody, 1 maintainers, 2 developers as well,
   * 3 administrators, 4 owners.
   */
  defaultProjectCreation: Type.Integer({ minimum: 0, maximum: 4 }),
  /** For people who have not chosen their own: 0 Sunday, 1 Monday, 6 Saturday. */
  firstDayOfWeek: Type.Integer({ minimum: 0, maximum: 6 }),
  /** Whether durations are shown in hours and minutes, without days, weeks and months. */
  timeTrackingLimitToHours: Type.Boolean(),
  /** A decimal number for the `Poll-Interval` that clients are told; 0 stops them. */
  pollingIntervalMultiplier: Type.String({ maxLength: 10, pattern: '^[0-9]{1,4}([.][0-9]{1,4})?$' }),
  /** Whether all writes are refused, except of the settings. */
  maintenanceMode: Type.Boolean(),
  maintenanceModeMessage: Nullable(Type.String({ maxLength: settingLimits.messageCharacters })),
  /** Requests per minute; 0 for no limit. */
  issuesCreateLimit: Count,
  notesCreateLimit: Count,
  searchRateLimit: Count,
  /** By IP address. */
  searchRateLimitUnauthenticated: Count,
  rawBlobRequestLimit: Count,
  throttleAuthenticatedApiEnabled: Type.Boolean(),
  throttleAuthenticatedApiPeriodInSeconds: Seconds,
  throttleAuthenticatedApiRequestsPerPeriod: LeastOne,
  throttleUnauthenticatedApiEnabled: Type.Boolean(),
  throttleUnauthenticatedApiPeriodInSeconds: Seconds,
  throttleUnauthenticatedApiRequestsPerPeriod: LeastOne,
  /** MiB. */
  maxAttachmentSize: Type.Integer({ minimum: 1, maximum: uploadLimitMebibytes }),
  /** MiB of a file of issues; 0 for the size that is possible at all. */
  maxImportSize: Type.Integer({ minimum: 0, maximum: uploadLimitMebibytes }),
  /** Minutes without a visit, unless the person asked to be remembered. */
  sessionExpireDelay: Type.Integer({ minimum: 1, maximum: settingLimits.sessionMinutes }),
  /** Otherwise Git over HTTP takes access tokens alone. */
  passwordAuthenticationEnabledForGit: Type.Boolean(),
  /** Otherwise people sign in by LDAP; administrators may use their passwords still. */
  passwordAuthenticationEnabledForWeb: Type.Boolean(),
  /** The beginning of new personal access tokens. */
  personalAccessTokenPrefix: Type.String({
    maxLength: settingLimits.prefixCharacters,
    pattern: '^[A-Za-z0-9_+=/@:.-]*$',
  }),
}

const Missing = Type.Null()

/** Settings of the contract that cannot be changed here: they describe how the site works. */
const fixed = {
  defaultBranchProtectionDefaults: AnyJson,
  defaultSnippetVisibility: Words(['private']),
  emailConfirmationSetting: Words(['off', 'soft', 'hard']),
  enforceTerms: Type.Boolean(),
  errorTrackingApiUrl: Missing,
  errorTrackingEnabled: Type.Boolean(),
  gravatarEnabled: Type.Boolean(),
  localMarkdownVersion: Type.Integer(),
  requireTwoFactorAuthentication: Type.Boolean(),
  terms: Missing,
  twoFactorGracePeriod: Type.Integer(),
  userOauthApplications: Type.Boolean(),
}

export const FixedSettings = Type.Object(fixed)

/** @source rest.md 15.7 */
export const WritableSettings = Type.Object(settings)

export const ApplicationSettings = Type.Object({
  id: Type.Integer(),
  ...settings,
  ...fixed,
  createdAt: Nullable(DateTime),
  updatedAt: Nullable(DateTime),
})

export const getApplicationSettings = operation({
  name: 'getApplicationSettings',
  summary: 'Get application settings',
  at: 'GET /application/settings',
  reply: ApplicationSettings,
})

export const updateApplicationSettings = operation({
  name: 'updateApplicationSettings',
  summary: 'Update application settings',
  at: 'PUT /application/settings',
  input: Type.Object({
    ...Type.Partial(Type.Object({ ...settings, ...fixed })).properties,
    expected: Expected(Type.Partial(Type.Object(settings)).properties),
  }),
  reply: ApplicationSettings,
})

export const getApplicationStatistics = operation({
  name: 'getApplicationStatistics',
  summary: 'Get application statistics',
  at: 'GET /application/statistics',
  reply: Type.Object({
    forks: Type.String(),
    issues: Type.String(),
    mergeRequests: Type.String(),
    notes: Type.String(),
    snippets: Type.String(),
    sshKeys: Type.String(),
    milestones: Type.String(),
    users: Type.String(),
    activeUsers: Type.String(),
    projects: Type.String(),
    groups: Type.String(),
  }),
})

/** Weft has no pipelines, so the instance has no variables for them. Clients list them when they start. @source rest.md 15.7 */
const InstanceVariable = Type.Object({
  key: Type.String(),
  value: Type.String(),
  variableType: Words(['env_var', 'file']),
  protected: Type.Boolean(),
  masked: Type.Boolean(),
  raw: Type.Boolean(),
  description: Nullable(Type.String()),
})

export const listInstanceVariables = operation({
  name: 'listInstanceVariables',
  summary: 'List CI/CD variables of the instance (always empty)',
  at: 'GET /admin/ci/variables',
  input: Type.Object({ ...Page }),
  reply: Type.Array(InstanceVariable),
})

export const getInstanceVariable = operation({
  name: 'getInstanceVariable',
  summary: 'Get a CI/CD variable of the instance (always 404)',
  at: 'GET /admin/ci/variables/:key',
  input: Type.Object({ key: Type.String({ maxLength: 255 }) }),
  reply: InstanceVariable,
})

export const MailSummary = Type.Object({
  id: Type.Integer(),
  recipient: Type.String(),
  subject: Type.String(),
  createdAt: DateTime,
  sentAt: Nullable(DateTime),
  failure: Nullable(Type.String()),
})

export const Mail = Type.Object({
  ...MailSummary.properties,
  text: Type.String(),
  html: Nullable(Type.String()),
  headers: Dictionary(AnyJson),
  /** Whether it contains links that let anyone who opens them act as its recipient. Only without a mail server. */
  holdsSecrets: Type.Boolean(),
  /** The attachment; null once the email has been sent. */
  file: Nullable(Type.Object({ name: Type.String(), sizeBytes: Type.Integer() })),
})

export const listMails = operation({
  name: 'listMails',
  summary: 'List emails sent by this site, newest first',
  at: 'GET /-/admin/mails',
  input: Type.Object({ ...Page, search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Array(MailSummary),
})

export const getMail = operation({
  name: 'getMail',
  summary: 'Get an email',
  at: 'GET /-/admin/mails/:id',
  input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  reply: Mail,
})

export const getMailFile = operation({
  name: 'getMailFile',
  summary: 'Get the file of an email that has not been sent',
  at: 'GET /-/admin/mails/:id/file',
  input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  reply: Bytes,
})
