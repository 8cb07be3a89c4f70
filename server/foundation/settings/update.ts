import { sql } from 'kysely'
import type { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { siteTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { checkedSettings } from './check.ts'
import { fixedSettings, refuseFixed } from './fixed.ts'
import { storedSettings } from './queries.ts'
import { forgetSite } from './site-now.ts'
import { type SiteSettings, siteDefaults } from './site-settings.ts'

/**
 * Change the settings that are named.
 *
 * @throws Malformed  none is
 * @throws Invalid  a value breaks a rule, or is of a setting that cannot be changed here
 */
export async function updateSiteSettings(
  ctx: Context,
  sent: Omit<InputOf<typeof updateApplicationSettings>, 'expected'>,
): Promise<void> {
  const given = checkedSettings(sent, ctx.services.settings)
  const changes = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(siteDefaults, name) && value !== undefined,
  )
  if (Object.keys(given).length === 0) {
    const names = Object.keys(siteDefaults).map(name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
    throw new Malformed(`${names.join(', ')} are missing, at least one parameter must be provided`)
  }
  const { settings } = await storedSettings(ctx.db)
  refuseFixed(fixedSettings({ ...settings, ...Object.fromEntries(changes) }), given)
  if (changes.length === 0) return
  await ctx.db
    .insertInto('instanceSettings')
    .values(changes.map(([name, value]) => ({ name, value: JSON.stringify(value), updatedAt: ctx.now })))
    .onConflict(on => on.column('name').doUpdateSet({ value: sql`excluded.value`, updatedAt: ctx.now }))
    .execute()
  forgetSite(ctx.services)
  await ctx.events.record('settings.updated', { names: changes.map(([name]) => name) }, { topics: [siteTopic] })
}

/** The settings as they are. Others who change them wait until the transaction ends: one that was never changed has no row to lock. */
export async function lockSettings(ctx: Context): Promise<SiteSettings> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site settings', 0))`.execute(ctx.db)
  return (await storedSettings(ctx.db)).settings
}
