const hour = 3600
const units: readonly (readonly [pattern: string, seconds: number])[] = [
  ['months?|mo', 160 * hour],
  ['weeks?|w', 40 * hour],
  ['days?|d', 8 * hour],
  ['hours?|hrs?|h', hour],
  ['minutes?|mins?|m', 60],
  ['seconds?|secs?|s', 1],
]
const anyUnit = units.map(([pattern]) => pattern).join('|')
const whole = new RegExp(`^(?:\\d{1,9}(?:\\.\\d{1,4})?\\s*(?:${anyUnit})(?:\\s+|(?=\\d)|$))+$`, 'i')
const part = new RegExp(`(\\d{1,9}(?:\\.\\d{1,4})?)\\s*(${anyUnit})`, 'gi')
const bare = /^\d{1,9}(?:\.\d{1,4})?$/

/**
 * Read a duration as people write it: `1mo 2w 3d 4h 5m`, in any order, with or without spaces. A day has 8 hours, a week
 * 5 days and a month 4 weeks; a number without a unit means hours.
 *
 * @returns whole seconds, negative after a minus sign; null if the text is not a duration
 * @source product-rules.md 4.1
 */
export function parseDuration(text: string): number | null {
  const given = text.trim()
  const isNegative = given.startsWith('-')
  const seconds = secondsOf(isNegative ? given.slice(1).trimStart() : given)
  if (seconds === null) return null
  return isNegative && seconds !== 0 ? -seconds : seconds
}

function secondsOf(text: string): number | null {
  if (bare.test(text)) return Math.round(Number(text) * hour)
  if (text.length > 255 || !whole.test(text)) return null
  const parts = [...text.matchAll(part)].map(([, amount = '', unit = '']) => Number(amount) * secondsIn(unit))
  return Math.round(parts.reduce((sum, each) => sum + each, 0))
}

const secondsIn = (unit: string): number =>
  units.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(unit))?.[1] ?? 0
