import { type RawBuilder, sql } from 'kysely'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { countTries } from '#server/foundation/passwords/tries.ts'

/** Invitations that a user can trigger, and invitations that an address can get. */
const asked = { byPerson: { max: 20, minutes: 60 }, ofAddress: { max: 3, minutes: 24 * 60 } } as const

interface ConsentTarget {
  readonly namespaceId: number
}

/** Consent covers all projects of a top-level group or user: the root namespace of the issuable. */
const rootOf = ({ namespaceId }: ConsentTarget): RawBuilder<number> =>
  sql<number>`(select rn.ancestor_ids[1] from namespaces rn where rn.id = ${namespaceId})`

/** SQL condition: whether the owner of an address has consented to emails from a root namespace. */
export const hasAgreed = (email: RawBuilder<string>, rootId: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from outside_consents oc where oc.email = ${email} and oc.root_id = ${rootId} and oc.agreed_at is not null)`

/**
 * Record which of these addresses must be invited now.
 *
 * @returns the addresses that have not been invited for this root namespace before
 * @throws Invalid  an address has declined or was invited too often, or there are too many invitations
 */
export async function askFor(
  ctx: Context,
  target: ConsentTarget,
  emails: readonly string[],
): Promise<readonly string[]> {
  const askerId = userIdOf(ctx)
  const list = sql`${[...emails]}::text[]`
  const { rows } = await sql<{ email: string; declined: boolean; isNew: boolean }>`
    select e.email, exists (select 1 from declined_addresses d where d.email = e.email) as declined,
      not exists (select 1 from outside_consents c where c.email = e.email and c.root_id = ${rootOf(target)}) as is_new
    from unnest(${list}) e(email)`.execute(ctx.db)
  const declined = rows.find(row => row.declined)
  if (declined !== undefined) throw new Invalid(`${declined.email} has declined emails from this site.`)
  const fresh = rows.filter(row => row.isNew).map(row => row.email)
  if (fresh.length === 0) return []
  if (ctx.services.settings.rateLimits) {
    // Invitations are not counted from the consents: deleting the group deletes those.
    const keys = fresh.map(email => `invitation to ${email}`)
    if (!(await countTries(ctx.db, [`invitations by ${askerId}`], asked.byPerson, fresh.length)))
      throw new Invalid('You have invited too many addresses in the last hour. Try again later.')
    if (!(await countTries(ctx.db, keys, asked.ofAddress)))
      throw new Invalid('One of these addresses has been invited too many times today. Try again tomorrow.')
  }
  const { rows: noted } = await sql<{ email: string }>`
    insert into outside_consents (email, root_id, asked_by_id, asked_at)
    select e.email, ${rootOf(target)}, ${askerId}, ${ctx.now}::timestamptz from unnest(${fresh}::text[]) e(email)
    on conflict do nothing returning email`.execute(ctx.db)
  return noted.map(row => row.email)
}

/** The addresses among these that have not consented to emails from the root namespace of an issuable. */
export async function withoutConsent(
  ctx: Context,
  target: ConsentTarget,
  emails: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{
    email: string
  }>`select e.email from unnest(${[...emails]}::text[]) with ordinality e(email, place)
    where not ${hasAgreed(sql`e.email`, rootOf(target))} order by e.place`.execute(ctx.db)
  return rows.map(row => row.email)
}

/** Record that the owner of an address consents to its emails. */
export async function agree(ctx: Context, target: ConsentTarget, email: string): Promise<void> {
  await transact(ctx, async inner => {
    await sql`delete from declined_addresses where email = ${email}`.execute(inner.db)
    await sql`insert into outside_consents (email, root_id, asked_at, agreed_at)
      values (${email}, ${rootOf(target)}, ${inner.now}::timestamptz, ${inner.now}::timestamptz)
      on conflict (email, root_id) do update set agreed_at = coalesce(outside_consents.agreed_at, excluded.agreed_at)`.execute(
      inner.db,
    )
  })
}

/** Record that the owner of an address declines all emails from this site. */
export async function decline(ctx: Context, email: string): Promise<void> {
  await sql`
    with noted as (insert into declined_addresses (email, declined_at) values (${email}, ${ctx.now}::timestamptz) on conflict do nothing),
      gone as (delete from issue_email_participants where email = ${email})
    delete from outside_consents where email = ${email}`.execute(ctx.db)
}
