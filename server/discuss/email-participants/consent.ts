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
  await refuseDeclined(ctx, emails)
  const { rows: fresh } = await sql<{ email: string }>`
    select e.email from unnest(${[...emails]}::text[]) e(email)
    where not exists (select 1 from outside_consents c where c.email = e.email and c.root_id = ${rootOf(target)})`.execute(
    ctx.db,
  )
  if (fresh.length === 0) return []
  await countFresh(
    ctx,
    fresh.map(row => row.email),
  )
  const { rows: noted } = await sql<{ email: string }>`
    insert into outside_consents (email, root_id, asked_by_id, asked_at)
    select e.email, ${rootOf(target)}, ${askerId}, ${ctx.now}::timestamptz from unnest(${fresh.map(row => row.email)}::text[]) e(email)
    on conflict do nothing returning email`.execute(ctx.db)
  return noted.map(row => row.email)
}

/**
 * Count emails that a user sends to addresses whose owners do not ask for them, as invitations.
 *
 * @throws Invalid  an address has declined or was invited too often, or there are too many invitations
 */
export async function countInvitations(ctx: Context, emails: readonly string[]): Promise<void> {
  await refuseDeclined(ctx, emails)
  await countFresh(ctx, emails)
}

async function refuseDeclined(ctx: Context, emails: readonly string[]): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from declined_addresses where email = any (${[...emails]}::text[]) limit 1`.execute(ctx.db)
  if (rows[0] !== undefined) throw new Invalid(`${rows[0].email} has declined emails from this site.`)
}

async function countFresh(ctx: Context, emails: readonly string[]): Promise<void> {
  if (!ctx.services.settings.rateLimits) return
  // Invitations are not counted from the consents: deleting the group deletes those.
  const keys = emails.map(email => `invitation to ${email}`)
  if (!(await countTries(ctx.db, [`invitations by ${userIdOf(ctx)}`], asked.byPerson, emails.length)))
    throw new Invalid('You have invited too many addresses in the last hour. Try again later.')
  if (!(await countTries(ctx.db, keys, asked.ofAddress)))
    throw new Invalid('One of these addresses has been invited too many times today. Try again tomorrow.')
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
