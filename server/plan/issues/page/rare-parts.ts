import { type RawBuilder, sql } from 'kysely'
import { runForActor } from '#server/access/run-for-actor.ts'
import { readsContactsSql } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import { emailShown } from '#server/foundation/users/emails/shown-email.ts'
import { contactJson, contactsJson } from '#server/plan/contacts/queries.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { iterationPath } from '#server/plan/iterations/iteration.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { awardsJson, emailParticipantsJson, idOf } from './page-parts.ts'

const it = columnsOf('iterations', 'it')
const ic = columnsOf('iterationCadences', 'ic')

// PostgreSQL sets up all parts of a statement before it runs it, even those that find no rows: the parts that most issues lack took a
// fifth of the page's time. So the statement of the page reads only which of them an issue may have, and a second one reads these.

interface RarePart {
  /** Whether the issue may have it, over `issuables i` and its `namespaces n`: a cheap condition, without the permissions of the reader. */
  readonly isThere: RawBuilder<boolean>
  /** The JSON, over the same and the reader, `users viewer`. */
  readonly json: RawBuilder<unknown>
}

/** Their values where an issue lacks them. */
const none = {
  iteration: null,
  contacts: null,
  escalation_policy: null,
  awards: [],
  email_participants: [],
  request: null,
}
export type RareName = keyof typeof none

/** @param seesAll  the reader sees email addresses whole */
function rareParts({ actor, services }: Context, seesAll: boolean): Readonly<Record<RareName, RarePart>> {
  const site = sql.lit(services.settings.externalUrl)
  return {
    iteration: {
      isThere: sql`i.iteration_id is not null`,
      json: sql`(select ${object({
        ...it.fields('id', 'title', 'startDate', 'dueDate'),
        cadence_title: ic('title'),
        web_url: sql`${site} || ${iterationPath('it', 'itn')}`,
      })}
        from iterations it join iteration_cadences ic on ic.id = it.cadence_id join namespaces itn on itn.id = it.namespace_id
        where it.id = i.iteration_id)`,
    },
    contacts: {
      isThere:
        actor.kind === 'anonymous'
          ? sql`false`
          : sql`exists (select 1 from groups kg where kg.id = n.ancestor_ids[1] and kg.contacts_enabled)`,
      json: contactsShown(actor),
    },
    escalation_policy: {
      isThere: sql`i.escalation_policy_id is not null`,
      json: attributes.escalationPolicy.storage.read,
    },
    awards: {
      isThere: sql`exists (select 1 from award_emoji e where e.issuable_id = i.id and e.note_id is null)`,
      json: awardsJson(actor),
    },
    email_participants: {
      isThere: sql`exists (select 1 from issue_email_participants ep where ep.issuable_id = i.id)`,
      json: emailParticipantsJson(seesAll),
    },
    request: {
      isThere: sql`exists (select 1 from service_desk_requests r where r.issuable_id = i.id)`,
      json: sql`(select ${object({
        email: emailShown(sql`r.email`, seesAll),
        is_unverified: sql`r.is_unverified`,
        is_from_elsewhere: sql`r.desk_id is distinct from i.namespace_id`,
        has_desk: sql`rp.service_desk_enabled`,
      })} from service_desk_requests r join projects rp on rp.id = i.namespace_id where r.issuable_id = i.id)`,
    },
  }
}

/** The names of the rare parts that an issue may have, as `text[]`, over `issuables i` and its `namespaces n`. */
export function rareNames(reader: Context, seesAll: boolean): RawBuilder<unknown> {
  const parts = rareParts(reader, seesAll)
  const names = Object.entries(parts).map(([name, { isThere }]) => sql`case when ${isThere} then ${sql.lit(name)} end`)
  return sql`array_remove(array[${sql.join(names)}]::text[], null)`
}

/**
 * The rare parts of an issue, as JSON. Contacts and email addresses are those that the actor may read; whether they may read the escalation
 * policy is for the caller to check.
 *
 * @param names  by `rareNames`; the other parts have the values of an issue that lacks them
 */
export async function readRareParts(
  ctx: Context,
  issueId: number,
  names: readonly RareName[],
  seesAll: boolean,
): Promise<Readonly<Record<RareName, unknown>>> {
  if (names.length === 0) return none
  const values = { issueId }
  const [found] = await runForActor<{ readonly parts: Readonly<Record<string, unknown>> }, typeof values>(
    ctx,
    `rare parts of an issue ${names} ${seesAll}`,
    values,
    (reader, parameter) => {
      const parts = rareParts(reader, seesAll)
      const fields = Object.fromEntries(names.map(name => [name, parts[name].json]))
      return sql`select ${object(fields)} as parts from issuables i join namespaces n on n.id = i.namespace_id
        left join users viewer on viewer.id = ${idOf(reader.actor)} where i.id = ${parameter.issueId}`
    },
  )
  return { ...none, ...found?.parts }
}

/** The contacts of an issue; null for a reader who cannot read the contacts of its group. */
const contactsShown = (actor: Actor): RawBuilder<unknown> =>
  actor.kind === 'anonymous'
    ? sql`null`
    : sql`case when ${readsContactsSql(idOf(actor), sql`viewer.is_admin`, sql`n.ancestor_ids[1]`)} then ${contactsJson(contactJson)} end`
