import { ownTurn } from '#server/platform/limits/turns.ts'
import { coversName } from './name-pattern.ts'

/** A project can have hundreds of rules and many thousands of branches: between pieces, other requests have their turn. */
const comparedAtOnce = 1_000

/** The number of names that any of some patterns covers. */
export async function countCovered(names: readonly string[], patterns: readonly string[]): Promise<number> {
  const exact = new Set(patterns)
  const wild = patterns.filter(pattern => pattern.includes('*'))
  let count = 0
  let compared = 0
  for (const name of names) {
    if (exact.has(name) || wild.some(pattern => coversName(pattern, name))) count += 1
    compared += 1 + wild.length
    if (compared < comparedAtOnce) continue
    compared = 0
    await ownTurn()
  }
  return count
}
