import { updateGroup } from '#contract/foundation/groups.ts'
import { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { createContact, createOrganization } from '#server/plan/contacts/change.ts'
import { contactGroupByPath } from '#server/plan/contacts/find.ts'
import { createCadence } from '#server/plan/iterations/cadences.ts'
import type { DemoCaller } from './caller.ts'
import { dayFromToday } from './epics.ts'

interface PlannedContact {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone?: string
  readonly description?: string
  /** The number of an issue that the contact asked for. */
  readonly issue?: number
}

interface Customer {
  readonly name: string
  readonly description: string
  readonly defaultRate?: number
  readonly contacts: readonly PlannedContact[]
}

const customers: readonly Customer[] = [
  {
    name: 'Northlight Textiles',
    description: 'Runs eight wide looms.',
    defaultRate: 95,
    contacts: [
      {
        firstName: 'Tomás',
        lastName: 'Ferreira',
        email: 'tomas@northlight.example',
        phone: '+351 210 000 117',
        description: 'Production manager of the night shift',
        issue: 1,
      },
      { firstName: 'Aiko', lastName: 'Tanaka', email: 'aiko@northlight.example', issue: 10 },
    ],
  },
  {
    name: 'Museum of Weaving',
    description: 'Shows our patterns on a loom of 1890.',
    contacts: [
      {
        firstName: 'Ingrid',
        lastName: 'Halvorsen',
        email: 'ingrid@museum.example',
        phone: '+47 21 00 01 17',
        description: 'Curator',
        issue: 7,
      },
    ],
  },
]

/**
 * Organizations and contacts of a group, on issues of its project. @param ctx  of a user who may administer contacts
 */
export async function makeCustomers(ctx: Context, as: DemoCaller, group: string, id: string): Promise<void> {
  await as('olga', updateGroup, { id: group, crmEnabled: true })
  const owner = await load(ctx, 'group:admin-contacts', contactGroupByPath, { namespace: group })
  for (const { contacts, ...organization } of customers) {
    const organizationId = await transact(ctx, inner => createOrganization(inner, owner, organization))
    for (const { issue, ...contact } of contacts) {
      const contactId = await transact(ctx, inner => createContact(inner, owner, { ...contact, organizationId }))
      if (issue !== undefined)
        await as('mina', updateIssueEntity, { namespace: id, iid: issue, issue: { addContactIds: [contactId] } })
    }
  }
}

/** The numbers of the issues in the current iteration and in the next one. */
const iterations = [
  [1, 4, 6, 9],
  [2, 3, 8, 10],
]

/** A cadence of two weeks, with issues in its iterations. @param ctx  of a user who may administer iterations */
export async function makeIterations(ctx: Context, as: DemoCaller, group: string, id: string): Promise<void> {
  const owner = await load(ctx, 'group:admin-iterations', groupByPath, { namespace: group })
  const cadenceId = await transact(ctx, inner =>
    createCadence(inner, owner, {
      title: 'Loom team',
      description: 'Planned on Mondays, with whatever is left over from the last two weeks.',
      startDate: dayFromToday(0),
      durationInWeeks: 2,
      iterationsInAdvance: 2,
      rollOver: true,
    }),
  )
  const made = await ctx.db
    .selectFrom('iterations')
    .select('id')
    .where('cadenceId', '=', cadenceId)
    .orderBy('startDate')
    .execute()
  for (const [index, iids] of iterations.entries()) {
    const iterationId = made[index]?.id ?? null
    for (const iid of iids) await as('mina', updateIssueEntity, { namespace: id, iid, issue: { iterationId } })
  }
}
