import { createHmac, timingSafeEqual } from 'node:crypto'

/** The right that a link to a subscriber of a status page gives. */
export type StatusPurpose = 'confirm' | 'unsubscribe'

const prefix = 's.'

/** The key in a mail to a subscriber of a status page. @param untilMs  0 for one that does not expire */
export const statusKey = (secret: string, purpose: StatusPurpose, id: number, untilMs = 0): string =>
  `${prefix}${id.toString(36)}.${Math.ceil(untilMs / 1000).toString(36)}.${sign(secret, purpose, id, Math.ceil(untilMs / 1000))}`

/** @returns null for a key that was not made here, or for another purpose */
export function readStatusKey(
  secret: string,
  purpose: StatusPurpose,
  key: string,
  nowMs: number,
): { readonly subscriberId: number; readonly isExpired: boolean } | null {
  const parts = /^s\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{32})$/.exec(key)
  if (parts === null) return null
  const [, id = '', until = '', given = ''] = parts
  const subscriberId = Number.parseInt(id, 36)
  const untilSeconds = Number.parseInt(until, 36)
  const right = sign(secret, purpose, subscriberId, untilSeconds)
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(right))) return null
  return { subscriberId, isExpired: untilSeconds !== 0 && untilSeconds * 1000 < nowMs }
}

/** Whether a key belongs to a subscriber of a status page. */
export const isStatusKey = (key: string): boolean => key.startsWith(prefix)

const sign = (secret: string, purpose: StatusPurpose, id: number, untilSeconds: number): string =>
  createHmac('sha256', secret).update(`status page:${purpose}:${id}:${untilSeconds}`).digest('base64url').slice(0, 32)
