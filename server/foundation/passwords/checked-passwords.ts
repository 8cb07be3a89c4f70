import { createHmac, randomBytes } from 'node:crypto'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'

/** The key belongs to this process alone, so that the digests here mean nothing elsewhere. */
const secret = randomBytes(32)
const livesMs = 5 * 60_000
const untilMs = new ByteCache<string, number>({
  name: 'checked_passwords',
  maxBytes: 512 * 1024,
  sizeOf: (_until, key) => bytesOf(key),
  livesMs,
})

/**
 * Whether this password was found right for this hash in the last minutes. A clone asks four times in a row, and the
 * hashing takes a hundred times as long as all the rest. The hash comes from the account's row, read for each request:
 * once the password changes, the entry here is never looked up again.
 */
export function isKnownRight(passwordHash: string | null, password: string, nowMs: number): boolean {
  if (passwordHash === null) return false
  const until = untilMs.get(keyOf(passwordHash, password))
  return until !== undefined && nowMs < until
}

export function rememberRight(passwordHash: string, password: string, nowMs: number): void {
  untilMs.set(keyOf(passwordHash, password), nowMs + livesMs)
}

const checking = new Map<string, Promise<boolean>>()

/** Whether the result is cached: the password was verified against this hash, or is being verified. */
export function isAtHand(passwordHash: string | null, password: string): boolean {
  if (isKnownRight(passwordHash, password, performance.now())) return true
  return passwordHash !== null && checking.has(keyOf(passwordHash, password))
}

/** Verify a password; concurrent calls share one check, and a success is cached for some minutes. */
export function checkOnce(
  passwordHash: string | null,
  password: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  if (passwordHash === null) return check()
  if (isKnownRight(passwordHash, password, performance.now())) return Promise.resolve(true)
  const key = keyOf(passwordHash, password)
  const running = checking.get(key)
  if (running !== undefined) return running
  const run = check()
    .then(isRight => {
      if (isRight) rememberRight(passwordHash, password, performance.now())
      return isRight
    })
    .finally(() => checking.delete(key))
  checking.set(key, run)
  return run
}

// A null byte occurs in no hash, so that no two pairs make one text.
const keyOf = (passwordHash: string, password: string): string =>
  createHmac('sha256', secret).update(`${passwordHash}\0${password}`).digest('base64')
