/** A semantic version; the part after `+` does not affect the order. */
export interface Version {
  readonly numbers: readonly number[]
  /** Words of a pre-release; none for a stable version. */
  readonly pre: readonly string[]
}

/** @returns null if the text is no semantic version, with or without `v` before it */
export function parseVersion(text: string): Version | null {
  const found = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text)
  if (found === null) return null
  return { numbers: found.slice(1, 4).map(Number), pre: found[4]?.split('.') ?? [] }
}

/** Below zero where the first is the earlier one. @source semver.org, 11 */
export function compareVersions(one: Version, other: Version): number {
  for (const [place, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[place] ?? 0)
    if (difference !== 0) return difference
  }
  if (one.pre.length === 0 || other.pre.length === 0) return other.pre.length - one.pre.length
  for (const [place, word] of one.pre.entries()) {
    const against = other.pre[place]
    if (against === undefined) return 1
    const difference = compareWords(word, against)
    if (difference !== 0) return difference
  }
  return one.pre.length - other.pre.length
}

function compareWords(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber && isOtherNumber) return Number(one) - Number(other)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return one < other ? -1 : one > other ? 1 : 0
}
