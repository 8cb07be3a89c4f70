import type { Context, Services } from '#server/context.ts'
import { readSiteSettings, type SiteSettings } from './site-settings.ts'

/** A change by another process counts after this time at most. */
const keptMs = 1000

interface KeptSettings {
  readonly untilMs: number
  readonly settings: Promise<SiteSettings>
}

/** The settings as each server of this process has last read them. */
const kept = new WeakMap<Services, KeptSettings>()

/** The settings for rules that hold for every request: read once a second at most. */
export function siteNow({ db, services }: Pick<Context, 'db' | 'services'>): Promise<SiteSettings> {
  const known = kept.get(services)
  if (known !== undefined && Date.now() < known.untilMs) return known.settings
  const settings = readSiteSettings(db)
  const fresh = { untilMs: Date.now() + keptMs, settings }
  kept.set(services, fresh)
  settings.catch(() => {
    if (kept.get(services) === fresh) kept.delete(services)
  })
  return settings
}

/** Read the settings anew at the next request. */
export const forgetSite = (services: Services): void => void kept.delete(services)
