import { aMinute, rateWindowMs } from '#server/access/rate-limits.ts'
import { RateLimited } from '#server/errors.ts'
import { Windows } from '#server/platform/limits/windows.ts'
import { messages } from './messages.ts'

const windows = new Windows(rateWindowMs)

/** Hold a client key to a number of events a minute; in each process for itself. @throws RateLimited */
export function refuseTooMany(publicKey: string, events: number, nowMs: number): void {
  for (let event = 0; event < events; event += 1) {
    const { count, endsAtMs } = windows.count(publicKey, nowMs)
    if (count > aMinute.errorEvents.ofKey)
      throw new RateLimited(messages.tooManyEvents, Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000)))
  }
}
