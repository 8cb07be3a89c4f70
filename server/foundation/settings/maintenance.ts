import type { Context } from '#server/context.ts'
import { Unavailable } from '#server/errors.ts'
import { siteNow } from './site-now.ts'

const usualMessage = 'This site is in maintenance. You can read everything, but not change anything. Try again later.'
const retryAfterSeconds = 60

/** The message of the maintenance; null where there is none. */
export const maintenanceIn = (site: {
  readonly maintenanceMode: boolean
  readonly maintenanceModeMessage: string | null
}): string | null => (site.maintenanceMode ? (site.maintenanceModeMessage ?? usualMessage) : null)

/**
 * Refuse a write of a client. Jobs of the site itself go on.
 *
 * @throws Unavailable  during maintenance, with its message
 */
export async function refuseInMaintenance(parts: Pick<Context, 'db' | 'services'>): Promise<void> {
  const message = maintenanceIn(await siteNow(parts))
  if (message !== null) throw new Unavailable(message, {}, retryAfterSeconds)
}
