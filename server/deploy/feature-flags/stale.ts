import type { StoredFlag } from './find.ts'

const dayMs = 86_400_000

/**
 * Why a flag should be removed from the code: it has been the same for everyone for its lifetime, or no client asks for
 * it.
 *
 * @param lastSeenAt  when a client last reported it; null for never
 * @returns a sentence, or null
 */
export function staleReason(flag: StoredFlag, lastSeenAt: string | null, now: string): string | null {
  if (flag.permanent) return null
  const daysSince = (moment: string) => Math.floor((Date.parse(now) - Date.parse(moment)) / dayMs)
  const unchanged = daysSince(flag.updatedAt)
  if (unchanged >= flag.lifetimeDays) {
    if (isOffForAll(flag)) return `Off for everyone, and unchanged for ${unchanged} days.`
    if (isOnForAll(flag)) return `On for everyone, and unchanged for ${unchanged} days.`
  }
  const unseen = daysSince(lastSeenAt ?? flag.createdAt)
  return unseen >= flag.lifetimeDays ? `No client has evaluated it for ${unseen} days.` : null
}

const isOffForAll = ({ active, strategies }: StoredFlag): boolean => !active || strategies.length === 0

const isOnForAll = ({ offIn, strategies }: StoredFlag): boolean =>
  offIn.length === 0 &&
  strategies.some(
    ({ name, parameters, constraints, variants }) =>
      (name === 'default' || parameters.rollout === '100' || parameters.percentage === '100') &&
      constraints.length === 0 &&
      variants.length === 0,
  )
