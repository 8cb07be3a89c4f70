import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { type UserBasic, userStates } from '#contract/foundation/users.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import type { Actor } from '#server/context.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { openObject } from '#server/platform/sql/open-object.ts'
import { columnsOf, objectWhere, type WireFields, wordColumn } from '#server/platform/sql/shape.ts'
import type { Wire } from '#server/platform/text/case.ts'
import type { Settings } from '#server/settings.ts'
import type { Status } from './profile/status.ts'
import type { BasicRow, UserRow } from './queries.ts'

type Site = Pick<Settings, 'externalUrl'>

/**
 * A user's UserBasic shape.
 *
 * @param alias  of `users` in the statement
 */
export function userBasicFields(settings: Settings, alias: string): WireFields<typeof UserBasic> {
  const u = columnsOf('users', alias)
  const site = sql.lit(settings.externalUrl)
  return {
    ...u.fields('id', 'username', 'publicEmail', 'name'),
    state: wordColumn(userStates, u('state')),
    locked: sql.lit(false),
    avatar_url: avatarSql(alias, site),
    web_url: sql`${site} || '/' || ${u('username')}`,
  }
}

/** The same as JSON, for use inside a statement; null where the user is null. */
export const userBasicJson = (settings: Settings, alias: string): RawBuilder<UserBasicJson | null> =>
  objectWhere(columnsOf('users', alias)('id'), userBasicFields(settings, alias))

export type UserBasicJson = Wire<Static<typeof UserBasic>>

/** The shape of a user whom a statement has built as JSON. */
export const userOfJson = (json: UserBasicJson): Static<typeof UserBasic> => {
  const { public_email: publicEmail, avatar_url: avatarUrl, web_url: webUrl, ...rest } = json
  return { ...rest, publicEmail, avatarUrl, webUrl }
}

/**
 * A user's UserWithAvailability shape: UserBasic and the availability of their status.
 *
 * @param alias  of `users` in the statement
 * @param now  the moment at which a status may be over; an ISO text
 */
export function userWithAvailabilityJson(
  settings: Settings,
  alias: string,
  now: string | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const u = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`(${openObject(userBasicJson(settings, alias))} || ',"availability":' || coalesce(to_json(case
    when ${u('status_clear_at')} is null or ${u('status_clear_at')} > ${now}::timestamptz then ${u('status_availability')} end)::text, 'null')
    || '}')::json`
}

/** The address of a user's avatar, or null if they have none of their own. */
export function avatarUrl(
  { externalUrl }: Site,
  user: { readonly id: number; readonly avatarUploadId: number | null },
): string | null {
  return user.avatarUploadId === null
    ? null
    : `${externalUrl}/uploads/-/system/user/avatar/${user.id}/${user.avatarUploadId}`
}

/**
 * The same as SQL, for `users` under an alias.
 *
 * @param site  the beginning of the address: the origin, or the path alone for pages
 */
export const avatarSql = (alias: string, site: RawBuilder<unknown>): RawBuilder<string | null> => {
  const u = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`case when ${u('avatar_upload_id')} is not null
    then ${site} || '/uploads/-/system/user/avatar/' || ${u('id')} || '/' || ${u('avatar_upload_id')} end`
}

/** A row as UserBasic. */
export function presentUserBasic(site: Site, user: BasicRow) {
  return {
    id: user.id,
    username: user.username,
    publicEmail: user.publicEmail,
    name: user.name,
    // The column's check holds it to these words.
    state: user.state as (typeof userStates)[number],
    locked: false,
    avatarUrl: avatarUrl(site, user),
    webUrl: `${site.externalUrl}/${user.username}`,
  }
}

/** A user as an actor may read them: strangers without the private profile, the person themselves, administrators all. */
export function presentUser(site: Site, actor: Actor, user: UserRow) {
  const basic = presentUserBasic(site, user)
  const isSelf = isUser(actor, user.id)
  if (!isSelf && !isAdmin(actor)) return user.privateProfile ? basic : { ...basic, ...profileOf(user) }
  const own = { ...basic, ...profileOf(user), ...ownOf(user) }
  return isAdmin(actor) ? { ...own, ...administrativeOf(site, user) } : own
}

function profileOf(user: UserRow) {
  return {
    createdAt: user.createdAt,
    bio: user.bio,
    location: user.location,
    linkedin: '',
    twitter: '',
    discord: '',
    github: '',
    websiteUrl: user.websiteUrl,
    jobTitle: user.jobTitle,
    pronouns: user.pronouns === '' ? null : user.pronouns,
    organization: user.organization,
    bot: user.isBot,
    workInformation: workInformation(user),
    followers: 0,
    following: 0,
    isFollowed: false,
    localTime: null,
  }
}

const workInformation = ({ jobTitle, organization }: UserRow): string | null => {
  if (jobTitle !== '' && organization !== '') return `${jobTitle} at ${organization}`
  return jobTitle || organization || null
}

function ownOf(user: UserRow) {
  return {
    lastSignInAt: user.lastSignInAt,
    confirmedAt: user.confirmedAt,
    lastActivityOn: user.lastActivityOn,
    email: user.email,
    commitEmail: user.email,
    themeId: 1,
    colorSchemeId: 1,
    projectsLimit: user.projectsLimit,
    currentSignInAt: user.currentSignInAt,
    identities: user.identities,
    canCreateGroup: user.canCreateGroup,
    canCreateProject: user.projectsLimit > 0,
    twoFactorEnabled: false,
    external: user.isExternal,
    privateProfile: user.privateProfile,
    preferredLanguage: 'en',
  }
}

function administrativeOf(site: Site, user: UserRow) {
  return {
    isAdmin: user.isAdmin,
    staff: user.isStaff,
    note: user.adminNote,
    namespaceId: user.namespaceId,
    createdBy: user.createdBy === null ? null : presentUserBasic(site, user.createdBy),
    currentSignInIp: user.currentSignInIp,
    lastSignInIp: user.lastSignInIp,
    ...(user.customAttributes === undefined ? {} : { customAttributes: user.customAttributes }),
  }
}

export function presentStatus(status: Status) {
  return { ...status, messageHtml: escapeHtml(withEmoji(status.message ?? '')) }
}

const withEmoji = (text: string): string =>
  text.replace(/:([\w+-]+):/g, (whole, name: string) => emojiByName(name)?.unicode ?? whole)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign)
