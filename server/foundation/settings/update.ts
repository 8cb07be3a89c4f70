import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid, Malformed } from '#server/errors.ts'
import { siteTopic } from './events.ts'
import { type SiteSettings, siteDefaults } from './site-settings.ts'

/** Change the settings that are named. @throws Malformed  when none is */
export async function updateSiteSettings(ctx: Context, given: Partial<SiteSettings>): Promise<void> {
  const changes = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(siteDefaults, name) && value !== undefined,
  )
  if (changes.length === 0) {
    const names = Object.keys(siteDefaults).map(name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
    throw new Malformed(`${names.join(', ')} are missing, at least one parameter must be provided`)
  }
  const branch = given.defaultBranchName
  if (branch !== undefined && !/^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(branch))
    throw new Invalid({ defaultBranchName: ['is invalid'] })
  await ctx.db
    .insertInto('instanceSettings')
    .values(changes.map(([name, value]) => ({ name, value: JSON.stringify(value), updatedAt: ctx.now })))
    .onConflict(on => on.column('name').doUpdateSet({ value: sql`excluded.value`, updatedAt: ctx.now }))
    .execute()
  await ctx.events.record('settings.updated', { names: changes.map(([name]) => name) }, { topics: [siteTopic] })
}
