/**
 * A version in a form whose bytes are in the order of versions: `1.10.0` after `1.9`, `2.0.0-rc.1` before `2.0`, which equals `2.0.0`.
 *
 * @param packageType  of a package URL: after the first hyphen, npm and its like name a version before the release, others a revision
 */
export function versionKey(version: string, packageType = ''): string {
  const clean = version
    .trim()
    .toLowerCase()
    .replace(/^[v=\s]+/, '')
  const [, epoch = '0', rest = clean] = /^(\d{1,9})[:!](.*)$/.exec(clean) ?? []
  const [release = ''] = rest.split('+', 1)
  const hyphen = release.indexOf('-')
  const isSemantic = semanticTypes.has(packageType) && hyphen > 0
  const main = isSemantic ? release.slice(0, hyphen) : release
  const before = isSemantic ? release.slice(hyphen + 1) : ''
  const tokens = main.match(/\d+|[a-z]+|~|-(?=\d)/g)?.slice(0, 40) ?? []
  const key = trimmed(tokens.flatMap(token => tokenKey(token)))
  const marks =
    before === '' ? [] : [`${mark.before}0`, ...(before.match(/\d+|[a-z]+/g) ?? []).slice(0, 20).map(plainKey)]
  return [number(epoch), ...key, ...marks, mark.end].join('')
}

/** The package types whose versions are those of semver.org. */
export const semanticTypes: ReadonlySet<string> = new Set(['npm', 'cargo', 'golang', 'nuget', 'hex', 'pub', 'swift'])

// In the order of the bytes: a version before the release, its end, a revision of a distribution, other words, numbers.
const mark = { before: '1', end: '2', revision: '3', word: '4', number: '5' } as const

/** The words of versions before a release, the earliest first. */
const earlier: Readonly<Record<string, number>> = {
  '~': 0,
  dev: 1,
  snapshot: 1,
  a: 2,
  alpha: 2,
  b: 3,
  beta: 3,
  m: 4,
  milestone: 4,
  pre: 5,
  preview: 5,
  c: 6,
  cr: 6,
  rc: 6,
}
/** Words that say no more than the number before them. */
const empty = /^(?:final|ga|release)$/

function tokenKey(token: string): readonly string[] {
  if (token === '-') return [mark.revision]
  if (/^\d/.test(token)) return [number(token)]
  const rank = earlier[token]
  if (rank !== undefined) return [`${mark.before}${rank}`]
  return empty.test(token) ? [] : [`${mark.word}${token.slice(0, 20)} `]
}

/** A part of a version before a release: numbers come before words there. */
const plainKey = (token: string): string => (/^\d/.test(token) ? number(token) : `6${token.slice(0, 20)} `)

/** A number with its length before it. */
function number(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '').slice(0, 99)
  return `${mark.number}${String(value.length).padStart(2, '0')}${value}`
}

const zero = number('0')

/** Without the zeros before the end, and before the mark of a revision or of a version before the release. */
function trimmed(keys: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (const key of [...keys, mark.end]) {
    if (!key.startsWith(mark.number) && !key.startsWith(mark.word)) while (kept.at(-1) === zero) kept.pop()
    kept.push(key)
  }
  return kept.slice(0, -1)
}
