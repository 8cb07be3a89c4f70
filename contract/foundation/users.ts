import { Type } from 'typebox'
import { ShownBroadcast } from '#contract/foundation/broadcast-messages.ts'
import { CustomAttribute, customAttributeFilters } from '#contract/foundation/custom-attributes.ts'
import { operationsOf } from '#contract/operation.ts'
import {
  AvatarInput,
  CreatedBetween,
  DateTime,
  Day,
  Empty,
  Expected,
  FileUpload,
  Nullable,
  Page,
  Unmodified,
  visibilities,
  Words,
} from '#contract/shapes.ts'

export const userStates = [
  'active',
  'blocked',
  'deactivated',
  'banned',
  'blocked_pending_approval',
  'ldap_blocked',
] as const

/** A user by id or username. */
export const UserRef = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

/** A user as in every other entity. */
export const UserBasic = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  publicEmail: Type.String(),
  name: Type.String(),
  state: Words(userStates),
  locked: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
})

/** The part of a user that everyone may read unless the profile is private. */
const profile = {
  createdAt: DateTime,
  bio: Type.String(),
  location: Type.String(),
  linkedin: Type.String(),
  twitter: Type.String(),
  discord: Type.String(),
  github: Type.String(),
  websiteUrl: Type.String(),
  jobTitle: Type.String(),
  pronouns: Nullable(Type.String()),
  organization: Type.String(),
  bot: Type.Boolean(),
  workInformation: Nullable(Type.String()),
  followers: Type.Integer(),
  following: Type.Integer(),
  isFollowed: Type.Boolean(),
  localTime: Nullable(Type.String()),
}

/** The part of a user that only the user and administrators may read. */
const own = {
  lastSignInAt: Nullable(DateTime),
  confirmedAt: Nullable(DateTime),
  lastActivityOn: Nullable(Day),
  email: Type.String(),
  commitEmail: Type.String(),
  themeId: Type.Integer(),
  colorSchemeId: Type.Integer(),
  projectsLimit: Type.Integer(),
  currentSignInAt: Nullable(DateTime),
  identities: Type.Array(Type.Object({ provider: Type.String(), externUid: Type.String() })),
  canCreateGroup: Type.Boolean(),
  canCreateProject: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  external: Type.Boolean(),
  privateProfile: Type.Boolean(),
  preferredLanguage: Type.String(),
}

const forAdministrators = {
  isAdmin: Type.Boolean(),
  staff: Type.Boolean(),
  note: Nullable(Type.String()),
  namespaceId: Nullable(Type.Integer()),
  createdBy: Nullable(UserBasic),
  currentSignInIp: Nullable(Type.String()),
  lastSignInIp: Nullable(Type.String()),
}

/** A user by their own page: as much as the reader may know. */
export const User = Type.Object({
  ...UserBasic.properties,
  /** Returned to administrators who ask for them. */
  customAttributes: Type.Optional(Type.Array(CustomAttribute)),
  ...Type.Partial(Type.Object(profile)).properties,
  ...Type.Partial(Type.Object(own)).properties,
  ...Type.Partial(Type.Object(forAdministrators)).properties,
})

export const availabilities = ['not_set', 'busy'] as const

/** A user with their availability. */
export const UserWithAvailability = Type.Object({
  ...UserBasic.properties,
  availability: Nullable(Words(availabilities)),
})

export const UserStatus = Type.Object({
  emoji: Nullable(Type.String()),
  message: Nullable(Type.String()),
  availability: Nullable(Words(availabilities)),
  messageHtml: Type.String(),
  clearStatusAt: Nullable(DateTime),
})

/** @source UI-007 */
export const clearStatusDurations = [
  '30_minutes',
  '3_hours',
  '8_hours',
  '1_day',
  '3_days',
  '7_days',
  '30_days',
] as const

export const themes = ['auto', 'light', 'dark', 'light_high_contrast', 'dark_high_contrast'] as const
export const timeFormats = ['system', '12h', '24h'] as const
export const timeDisplays = ['relative', 'absolute'] as const

export const Preferences = Type.Object({
  theme: Words(themes),
  timeFormat: Words(timeFormats),
  timeDisplay: Words(timeDisplays),
  /** 0 Sunday, 1 Monday, 6 Saturday. */
  firstDayOfWeek: Type.Integer(),
  /** The part of an issue's discussion to show: 0 everything, 1 comments only, 2 history only. @source FILTER-009 */
  issueNotesFilter: Type.Integer(),
})

/** The viewer of the page, and the contents of the frame around every page. */
export const Viewer = Type.Object({
  user: Nullable(
    Type.Object({
      id: Type.Integer(),
      username: Type.String(),
      name: Type.String(),
      avatarUrl: Nullable(Type.String()),
      webUrl: Type.String(),
      isAdmin: Type.Boolean(),
      canCreateGroup: Type.Boolean(),
      status: UserStatus,
      ...Preferences.properties,
    }),
  ),
  /** To be sent as X-CSRF-Token with every change; null for a visitor, whose token stands in the page. */
  csrfToken: Nullable(Type.String()),
  signupEnabled: Type.Boolean(),
  /** The address that people come to when they have signed out; null for the start page. */
  afterSignOutPath: Nullable(Type.String()),
  /** The page that signed-out visitors of `/` are sent to; null if they stay. */
  homePageUrl: Nullable(Type.String()),
  /** Whether administrators alone sign in with a password. */
  passwordsAreOff: Type.Boolean(),
  /** The name of the directory to sign in with; null without one. */
  ldapLabel: Nullable(Type.String()),
  /** The message of a maintenance, during which nothing can be changed; null where there is none. */
  maintenance: Nullable(Type.String()),
  /** The levels that the viewer may not choose for projects and groups. */
  restrictedVisibilityLevels: Type.Array(Words(visibilities)),
  internalNotesEnabled: Type.Boolean(),
  attentionRequestsEnabled: Type.Boolean(),
  workItemsEnabled: Type.Boolean(),
  surveyEnabled: Type.Boolean(),
  counts: Type.Object({
    todos: Type.Integer(),
    unsentTexts: Type.Integer(),
    /** Open reports, for administrators; 0 for everyone else. */
    abuseReports: Type.Integer(),
  }),
  /** Current messages of the administrators for the viewer. */
  broadcasts: Type.Array(ShownBroadcast),
  /** The start of the next broadcast; null if none is scheduled. */
  nextBroadcastAt: Nullable(DateTime),
  version: Type.String(),
})

const operation = operationsOf('Users')
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const userId = Type.Integer({ minimum: 1 })
const flag = Type.Optional(Type.Boolean())

export const getUser = operation({
  name: 'getCurrentUser',
  summary: 'Get the current user',
  at: 'GET /user',
  reply: User,
})

export const listUsers = operation({
  name: 'listUsers',
  summary: 'List users. Without authentication, only an exact username can be looked up',
  at: 'GET /users',
  input: Type.Object({
    ...Page,
    username: Type.Optional(Type.String()),
    search: Type.Optional(Type.String({ maxLength: 255 })),
    publicEmail: Type.Optional(Type.String()),
    active: flag,
    blocked: flag,
    /** People who registered and wait for approval. */
    blockedPendingApproval: flag,
    humans: flag,
    external: flag,
    excludeActive: flag,
    excludeExternal: flag,
    excludeHumans: flag,
    excludeInternal: flag,
    withoutProjectBots: flag,
    externUid: Type.Optional(Type.String()),
    provider: Type.Optional(Type.String()),
    ...CreatedBetween,
    twoFactor: Type.Optional(Words(['enabled', 'disabled'])),
    withoutProjects: flag,
    admins: flag,
    auditors: flag,
    orderBy: Type.Optional(Words(['id', 'name', 'username', 'created_at', 'updated_at'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    pagination: Type.Optional(Words(['keyset', 'offset'])),
    cursor: Type.Optional(Type.String({ maxLength: 1000 })),
    ...customAttributeFilters,
  }),
  reply: Type.Array(User),
})

export const getUserById = operation({
  name: 'getUser',
  summary: 'Get a user',
  at: 'GET /users/:id',
  input: Type.Object({ id: userId, withCustomAttributes: flag }),
  reply: User,
})

const writable = {
  bio: text(500),
  location: text(255),
  jobTitle: text(255),
  pronouns: text(50),
  organization: text(255),
  websiteUrl: text(255),
  publicEmail: text(254),
}

const writableByAdministrators = {
  ...writable,
  admin: flag,
  /** A badge beside their comments, without any rights. */
  staff: flag,
  external: flag,
  privateProfile: flag,
  canCreateGroup: flag,
  projectsLimit: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647 })),
  note: Type.Optional(Nullable(Type.String({ maxLength: 10000 }))),
  avatar: AvatarInput,
  /** Identity of the user at an external provider; both are required together. */
  provider: text(255),
  externUid: text(255),
}

export const createUser = operation({
  name: 'createUser',
  summary: 'Create a user (administrators only)',
  at: 'POST /users',
  input: Type.Object({
    ...writableByAdministrators,
    email: Type.String({ maxLength: 1000 }),
    name: Type.String({ maxLength: 1000 }),
    username: Type.String({ maxLength: 1000 }),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    resetPassword: flag,
    forceRandomPassword: flag,
    skipConfirmation: flag,
  }),
  reply: User,
})

export const updateUser = operation({
  name: 'updateUser',
  summary: 'Update a user (administrators only)',
  at: 'PUT /users/:id',
  input: Type.Object({
    ...writableByAdministrators,
    id: userId,
    email: Type.Optional(Type.String({ maxLength: 1000 })),
    name: Type.Optional(Type.String({ maxLength: 1000 })),
    username: Type.Optional(Type.String({ maxLength: 1000 })),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    // Without it, a new address takes effect only after the link sent to it is opened.
    skipReconfirmation: flag,
  }),
  reply: User,
})

export const deleteUser = operation({
  name: 'deleteUser',
  summary:
    'Delete a user. Their contributions move to the ghost user, or are deleted with `hard_delete` (administrators only)',
  at: 'DELETE /users/:id',
  input: Type.Object({ id: userId, hardDelete: flag, ...Unmodified }),
  reply: Empty,
})

export const deleteIdentity = operation({
  name: 'deleteIdentity',
  summary: 'Delete an external identity of a user (administrators only)',
  at: 'DELETE /users/:id/identities/:provider',
  input: Type.Object({ id: userId, provider: Type.String({ maxLength: 255 }) }),
  reply: Empty,
})

const change = (verb: string, summary: string) =>
  operation({
    name: `${verb}User`,
    summary: `${summary} (administrators only)`,
    at: `POST /users/:id/${verb}`,
    input: Type.Object({ id: userId }),
    /** True if the state changed; otherwise null (block) or false (unblock). */
    reply: Nullable(Type.Boolean()),
  })

export const blockUser = change('block', 'Block a user')
export const unblockUser = change('unblock', 'Unblock a user')
export const banUser = change('ban', 'Ban a user and hide their issues')
export const unbanUser = change('unban', 'Unban a user and show their issues')
export const activateUser = change('activate', 'Activate a user')
export const deactivateUser = change('deactivate', 'Deactivate a user until they sign in again')

const decision = (verb: string, summary: string) =>
  operation({
    name: `${verb}User`,
    summary: `${summary} (administrators only)`,
    at: `POST /users/:id/${verb}`,
    input: Type.Object({ id: userId }),
    reply: Type.Object({ message: Type.String() }),
    status: 201,
  })

export const approveUser = decision('approve', 'Approve the registration of a user')
export const rejectUser = decision('reject', 'Reject the registration of a user and delete the account')

const statusInput = {
  emoji: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  message: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  availability: Type.Optional(Nullable(Words(availabilities))),
  clearStatusAfter: Type.Optional(Nullable(Words(clearStatusDurations))),
}

export const getOwnStatus = operation({
  name: 'getOwnStatus',
  summary: 'Get the status of the current user',
  at: 'GET /user/status',
  reply: UserStatus,
})

export const setStatus = operation({
  name: 'setStatus',
  summary: 'Set the status of the current user. Omitted fields are cleared',
  at: 'PUT /user/status',
  input: Type.Object(statusInput),
  reply: UserStatus,
})

export const changeStatus = operation({
  name: 'changeStatus',
  summary: 'Update the status of the current user. Omitted fields are kept',
  at: 'PATCH /user/status',
  input: Type.Object(statusInput),
  reply: UserStatus,
})

export const getStatus = operation({
  name: 'getStatus',
  summary: 'Get the status of a user by ID or username',
  at: 'GET /users/:userId/status',
  input: Type.Object({ userId: Type.Unsafe<number | string>({ type: ['integer', 'string'] }) }),
  reply: UserStatus,
})

export const setAvatar = operation({
  name: 'setAvatar',
  summary: 'Upload an avatar (PNG, JPEG, GIF or WebP, up to 1 MiB)',
  at: 'PUT /user/avatar',
  input: Type.Object({ avatar: FileUpload }),
  reply: Type.Object({ avatarUrl: Nullable(Type.String()) }),
})

export const removeAvatar = operation({
  name: 'removeAvatar',
  summary: 'Delete the avatar',
  at: 'DELETE /-/profile/avatar',
  reply: Empty,
})

export const getAvatarFile = operation({
  name: 'getAvatarFile',
  summary: 'Download an avatar',
  at: 'GET /uploads/-/system/user/avatar/:id/:uploadId',
  door: 'browser',
  input: Type.Object({ id: userId, uploadId: Type.Integer({ minimum: 1 }) }),
  reply: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
})

export const getAvatar = operation({
  name: 'getAvatar',
  summary: 'Get an avatar by public email address',
  at: 'GET /avatar',
  input: Type.Object({ email: Type.String(), size: Type.Optional(Type.Integer({ minimum: 1 })) }),
  reply: Type.Object({ avatarUrl: Nullable(Type.String()) }),
})

export const getUserCounts = operation({
  name: 'getUserCounts',
  summary: 'Get to-do and assignment counts of the current user',
  at: 'GET /user_counts',
  reply: Type.Object({
    mergeRequests: Type.Integer(),
    assignedIssues: Type.Integer(),
    assignedMergeRequests: Type.Integer(),
    reviewRequestedMergeRequests: Type.Integer(),
    todos: Type.Integer(),
  }),
})

export const Profile = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** A new email address that has not been confirmed. */
  unconfirmedEmail: Nullable(Type.String()),
  bio: Type.String(),
  pronouns: Type.String(),
  location: Type.String(),
  jobTitle: Type.String(),
  organization: Type.String(),
  websiteUrl: Type.String(),
  publicEmail: Type.String(),
  /** Whether the password is the one of the LDAP directory. */
  usesLdap: Type.Boolean(),
  privateProfile: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
  status: UserStatus,
})

export const getProfile = operation({
  name: 'getProfile',
  summary: 'Get data for the profile settings page',
  at: 'GET /-/profile',
  reply: Profile,
})

export const updateProfile = operation({
  name: 'updateProfile',
  summary:
    'Update your profile. Changing the email address requires your password, and takes effect after you confirm it',
  at: 'PUT /-/profile',
  input: Type.Object({
    ...writable,
    name: Type.Optional(Type.String({ maxLength: 1000 })),
    privateProfile: flag,
    email: Type.Optional(Type.String({ maxLength: 1000 })),
    currentPassword: Type.Optional(Type.String({ maxLength: 1000 })),
    expected: Expected({ ...writable, name: Type.Optional(Type.String({ maxLength: 1000 })), privateProfile: flag }),
  }),
  reply: Profile,
})

export const confirmEmail = operation({
  name: 'confirmEmail',
  summary: 'Confirm a new email address with the token from the email sent to it',
  at: 'POST /-/email/confirmation',
  input: Type.Object({ token: Type.String({ maxLength: 1000 }) }),
  reply: Empty,
  status: 204,
})

/** The preferences that the API knows. */
export const DiffPreferences = Type.Object({
  id: Type.Integer(),
  userId: Type.Integer(),
  viewDiffsFileByFile: Type.Boolean(),
  showWhitespaceInDiffs: Type.Boolean(),
  passUserIdentitiesToCiJwt: Type.Boolean(),
})

export const getDiffPreferences = operation({
  name: 'getDiffPreferences',
  summary: 'Get diff preferences of the current user',
  at: 'GET /user/preferences',
  reply: DiffPreferences,
})

export const updateDiffPreferences = operation({
  name: 'updateDiffPreferences',
  summary: 'Update diff preferences of the current user',
  at: 'PUT /user/preferences',
  input: Type.Object({ viewDiffsFileByFile: flag, showWhitespaceInDiffs: flag, passUserIdentitiesToCiJwt: flag }),
  reply: DiffPreferences,
})

export const getPreferences = operation({
  name: 'getPreferences',
  summary: 'Get display preferences of the current user',
  at: 'GET /-/preferences',
  reply: Preferences,
})

export const updatePreferences = operation({
  name: 'updatePreferences',
  summary: 'Update display preferences of the current user',
  at: 'PUT /-/preferences',
  input: Type.Object({
    theme: Type.Optional(Words(themes)),
    timeFormat: Type.Optional(Words(timeFormats)),
    timeDisplay: Type.Optional(Words(timeDisplays)),
    firstDayOfWeek: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    issueNotesFilter: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  }),
  reply: Preferences,
})

export const getViewer = operation({
  name: 'getViewer',
  summary: 'Get the current viewer',
  at: 'GET /-/viewer',
  reply: Viewer,
})
