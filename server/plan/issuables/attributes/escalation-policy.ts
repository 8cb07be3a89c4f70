import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { attribute } from '../define-attribute.ts'
import type { TitleOf } from '../values.ts'

const ep = columnsOf('escalationPolicies', 'ep')

/** System notes leave out the name of the policy, which only reporters and above can see. */
const text = (from: TitleOf | null, to: TitleOf | null): string => {
  if (to === null) return 'removed the escalation policy'
  return from === null ? 'set an escalation policy' : 'changed the escalation policy'
}

/** The people paged about an incident. @source ESCAL-010 to ESCAL-012 */
export const escalationPolicy = attribute({
  name: 'escalationPolicy',
  onlyIn: ['issue'],
  ability: 'issuable:escalate',
  blank: null,
  storage: {
    column: 'escalation_policy_id',
    type: 'bigint',
    write: to => to?.id ?? null,
    read: sql`(select ${object({ ...ep.fields('id'), title: ep('name') })} from escalation_policies ep
      where ep.id = i.escalation_policy_id and i.type = 'incident')`,
  },
  normalize: (_from, given, named) => (given === null ? null : named.escalationPolicy),
  isSame: (from, to) => from?.id === to?.id,
  icons: { escalation_policy: 'paging' },
  describe: (from, to) => ({ action: 'escalation_policy', text: text(from, to) }),
  commands: [
    {
      name: 'page',
      parameter: 'escalation policy',
      description: 'Start escalation',
      types: ['incident'],
      // A new incident does not exist yet, so no one can be paged about it.
      isOffered: target => target.id !== 0,
      read: async (ctx, target, argument) => {
        const found = await policyNamed(ctx, target, argument.trim())
        if (found === null) return { refused: 'Could not apply page command. Failed to find the escalation policy.' }
        return {
          changes: { escalationPolicy: found.id },
          will: `Starts escalation with the policy ${found.title}.`,
          did: `Started escalation with the policy ${found.title}.`,
        }
      },
    },
  ],
})

async function policyNamed(ctx: Context, { namespaceId }: CommandTarget, name: string): Promise<TitleOf | null> {
  const bare = name.replace(/^"(.*)"$/, '$1').trim()
  const { rows } = await sql<TitleOf>`
    select id, name as title from escalation_policies where namespace_id = ${namespaceId} and lower(name) = lower(${bare})`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}
