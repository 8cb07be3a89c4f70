const pattern = /^[v=\s]*(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]{1,200}))?(?:\+[0-9A-Za-z.-]{1,200})?$/

/** Whether a text is a version such as `1.2.3-beta.1`. */
export const isVersion = (text: string): boolean => pattern.test(text)

/**
 * Compare two versions by their precedence.
 *
 * @returns negative, 0 or positive; null if one of them is no version
 * @source semver.org 2.0.0, 11
 */
export function compareVersions(one: string, other: string): number | null {
  const [a, b] = [pattern.exec(one.trim()), pattern.exec(other.trim())]
  if (a === null || b === null) return null
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part])
    if (difference !== 0) return difference
  }
  return comparePrereleases(a[4], b[4])
}

/** A version without a prerelease follows all of its prereleases. */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const [left, right] = [one.split('.'), other.split('.')]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [a, b] = [left[at], right[at]]
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1
    if (a === b) continue
    const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
    if (isNumber && isOtherNumber) return Number(a) - Number(b)
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
    return a < b ? -1 : 1
  }
  return 0
}
