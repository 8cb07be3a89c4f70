import { type LicenseFacts, licenses, licenseText } from './licenses.ts'

/** The longest license that is offered has 34,508 characters; a text beyond is something else besides. */
export const licenseLimitBytes = 128 * 1024

const names = /^(?:licen[cs]e|copying|unlicense)(?:[-.](?:md|markdown|txt|rst|mit|apache|gpl|lgpl|agpl|mpl|bsd))?$/i

/** Whether a file of this name, in the root of a repository, says under which license it is. */
export const isLicenseFile = (name: string): boolean => names.test(name)

/** The likeness of two texts of one license, which differ in names, years, titles and addresses. */
const alikeEnough = 0.9

/**
 * The license of a text, among those that are offered; null for any other.
 *
 * Each text is compared by the pairs of its neighboring words, without the parts that differ between copies.
 */
export async function recognizeLicense(text: string): Promise<LicenseFacts | null> {
  const given = pairsOf(text)
  let best: { readonly license: LicenseFacts; readonly likeness: number } | null = null
  for (const license of licenses) {
    const likeness = likenessOf(given, await knownPairs(license))
    if (likeness >= alikeEnough && likeness > (best?.likeness ?? 0)) best = { license, likeness }
  }
  return best?.license ?? null
}

/** At most one entry for each license. */
const known = new Map<string, Promise<ReadonlySet<string>>>()

function knownPairs(license: LicenseFacts): Promise<ReadonlySet<string>> {
  const found = known.get(license.key) ?? licenseText(license).then(pairsOf)
  known.set(license.key, found)
  return found
}

function pairsOf(text: string): ReadonlySet<string> {
  const words = text
    .toLowerCase()
    .replace(/copyright (?:\(c\)|©|\[yyyy\]|<year>|\d{4}).{0,60}$/gm, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .match(/[a-z]+/g)
  return new Set((words ?? []).map((word, at, all) => `${word} ${all[at + 1] ?? ''}`))
}

/** 0 to 1: the share of pairs that two sets have in common. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return (2 * shared) / (one.size + other.size)
}
