import { createHmac, timingSafeEqual } from 'node:crypto'

/** The part of a check-in that its key is made from. */
interface KeyedCheckIn {
  readonly id: number
  /** How often its address was replaced. */
  readonly resets: number
}

/** The key in the address of a check-in: its id and 190 bits. */
export const checkInKey = (secret: string, { id, resets }: KeyedCheckIn): string =>
  `${id.toString(36)}-${sign(secret, id, resets)}`

/** The id in a key, which is not verified yet; null if it is none. */
export function idInKey(key: string): number | null {
  const id = Number.parseInt(/^([0-9a-z]{1,10})-[\w-]{32}$/.exec(key)?.[1] ?? '', 36)
  return Number.isSafeInteger(id) ? id : null
}

export const isKeyOf = (secret: string, checkIn: KeyedCheckIn, key: string): boolean => {
  const [given, right] = [Buffer.from(key), Buffer.from(checkInKey(secret, checkIn))]
  return given.length === right.length && timingSafeEqual(given, right)
}

const sign = (secret: string, id: number, resets: number): string =>
  createHmac('sha256', secret).update(`check-in:${id}:${resets}`).digest('base64url').slice(0, 32)
