import { sql } from 'kysely'
import { type IncidentRole, incidentRoles } from '#contract/monitor/incidents/incident-roles.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Invalid } from '#server/errors.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { peopleNamed } from '#server/plan/on-call/people.ts'
import type { Current } from '#server/slice.ts'
import { messages } from '../messages.ts'
import { type AutomaticEvent, writeOn } from '../timeline/automatic.ts'

type LedIncident = Allowed<'issuable:set-metadata', IssuableRow>

/** The username of whoever has each role; null: nobody. */
type Holders = Readonly<Record<IncidentRole, string | null>>

/** The users who have the roles, locked with the incident until the transaction ends. */
export async function lockedHolders(ctx: Context, incident: LedIncident): Promise<Holders & Current> {
  await sql`select 1 from issuables where id = ${incident.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ role: IncidentRole; username: string }>`
    select r.role, u.username from incident_roles r join users u on u.id = r.user_id where r.incident_id = ${incident.id}`.execute(
    ctx.db,
  )
  const holderOf = (role: IncidentRole) => rows.find(row => row.role === role)?.username ?? null
  return { commander: holderOf('commander'), communications: holderOf('communications') }
}

/**
 * Give roles in the response to users, in the place of whoever has them, or to nobody; those that are left out stay. The timeline says so.
 *
 * @throws Invalid  a user cannot be on call in the project, and so cannot lead its incidents either
 */
export async function setRoles(ctx: Context, incident: LedIncident, wanted: Partial<Holders>): Promise<void> {
  const before = await lockedHolders(ctx, incident)
  const asked = incidentRoles.flatMap(({ name: role }) => {
    const [from, to] = [before[role], wanted[role]]
    return to === undefined || to === from ? [] : [{ role, from, wanted: to }]
  })
  if (asked.length === 0) return
  const ids = await peopleNamed(
    ctx,
    incident.namespaceId,
    asked.map(({ wanted: name }) => name ?? ''),
  )
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from users where id = any (${ids.filter(id => id !== null)}::bigint[])`.execute(ctx.db)
  const given = asked
    .map((change, place) => ({ ...change, user_id: ids[place] ?? null }))
    .map(change => ({ ...change, to: rows.find(({ id }) => id === change.user_id)?.username ?? null }))
  const wrong = given.filter(change => change.wanted !== null && change.user_id === null)
  if (wrong.length > 0) throw new Invalid(Object.fromEntries(wrong.map(({ role }) => [role, [messages.cannotLead]])))
  // A name may be written in another way than that of the user.
  const changes = given.filter(({ from, to }) => from !== to)
  if (changes.length === 0) return
  await sql`
    with given as (select role, user_id from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as g(role text, user_id bigint)),
    gone as (delete from incident_roles where incident_id = ${incident.id} and role in (select role from given where user_id is null))
    insert into incident_roles (incident_id, role, user_id) select ${incident.id}, role, user_id from given where user_id is not null
    on conflict (incident_id, role) do update set user_id = excluded.user_id`.execute(ctx.db)
  await writeOn(ctx, incident, changes.map(eventOf))
  await ctx.events.record(
    'incident.roles_changed',
    { issueId: incident.id, userIds: changes.flatMap(({ user_id }) => user_id ?? []) },
    { namespaceId: incident.namespaceId, topics: topicsOfIssuable(incident) },
  )
}

interface RoleChange {
  readonly role: IncidentRole
  readonly from: string | null
  readonly to: string | null
}

/** In words that follow the name of the user who did it. */
function eventOf({ role, from, to }: RoleChange): AutomaticEvent {
  const name = incidentRoles.find(each => each.name === role)?.inSentence ?? role
  const instead = from === null ? '' : ` in place of @${from}`
  return { action: 'user', note: to === null ? `removed @${from} as ${name}` : `made @${to} the ${name}${instead}` }
}

/** The successor of a moved incident is led by the same users. */
export async function takeRolesAlong(
  ctx: Context,
  { issueId, toId }: { readonly issueId: number; readonly toId: number },
): Promise<void> {
  await sql`
    insert into incident_roles (incident_id, role, user_id) select i.id, r.role, r.user_id from incident_roles r, issuables i
    where r.incident_id = ${issueId} and i.id = ${toId} and i.type = 'incident' on conflict do nothing`.execute(ctx.db)
}
