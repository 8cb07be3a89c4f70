/** A count in at most five characters: 999, 1k, 1.5k, 12k, 1m. @source UI-006 */
export function abbreviate(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 999_950) return `${shorten(count / 1_000)}k`
  return `${shorten(count / 1_000_000)}m`
}

function shorten(value: number): string {
  return (value < 99.95 ? Math.round(value * 10) / 10 : Math.round(value)).toString()
}
