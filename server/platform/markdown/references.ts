import { type IssuableSeries, incidentPage, issuableKinds } from '#contract/issuable-kinds.ts'
/** One reference found in a text, in the order of the text. */
export interface ReferenceMatch {
  readonly kind: string
  /** The typed text, which stays when the target cannot be read. */
  readonly original: string
  /** Path of the project or group it names; null means where the text stands. */
  readonly path: string | null
  readonly target: string
  readonly suffix: '' | '+' | '+s'
  /** Fragment of a URL without `#`, such as `note_12`; null where there is none. */
  readonly fragment: string | null
  /** `link`: the author gave the link a text of its own, which is kept. */
  readonly form: 'text' | 'url' | 'link'
}

/**
 * Plain syntax of one reference kind; several may share a kind. Patterns run on text only: never in code, links or raw anchors.
 */
export interface ReferenceSyntax {
  readonly kind: string
  readonly pattern: RegExp
  /** Text without which the pattern cannot match: saves running it. */
  readonly sign?: string
  /** Reads a match; null leaves plain text. Left out: the groups named path, target and suffix say it. */
  readonly parse?: (match: RegExpExecArray) => ReferenceParts | null
  /** The reference as it is typed elsewhere, below another path; left out, the path stands before the sign. */
  readonly qualify?: (match: ReferenceMatch, path: string) => string
  /** Reads an address of this site, its base path taken off; null is not one of this kind. */
  readonly url?: (url: URL) => { readonly path: string | null; readonly target: string } | null
}

interface ReferenceParts {
  readonly path: string | null
  readonly target: string
  readonly suffix?: string
}

export interface RenderedReference {
  readonly href: string
  readonly text: string
  readonly title?: string
  /** Added to `gfm gfm-<kind>`. */
  readonly classes: string
  /** Data attributes of the link; `redact` asks about `referenceId`, without it the link is for all readers. */
  readonly data: Readonly<Record<string, string | number>>
  /** Custom properties only, such as `--label: #ff0000`; anything else is left out. */
  readonly style?: string
}

export interface Mention {
  /** User name, or full path of a group, as typed. */
  readonly username: string
  /** Only other mentions come before it on its line: the person is addressed directly. */
  readonly atLineStart: boolean
}

// No quantifier stands inside another without a separator, so that each pattern is linear from any start.
const path = '(?<![\\w./-])(?<path>\\w[\\w.-]*(?:/\\w[\\w.-]*)*)'
const here = '(?<![\\w&#!$%~^@]|[A-Za-z_.][/-])'
const suffix = '(?<suffix>\\+s?)?(?![\\w])'
const named = '(?<target>[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.?&:-]*[\\p{L}\\p{N}_-])?|"[^"\\n]{1,255}")'

/** A sign and a number, with or without a path before it. */
function numbered(
  kind: string,
  sign: string,
  segment: string | null,
  extra: Partial<ReferenceSyntax> = {},
): ReferenceSyntax {
  const escaped = sign.replace(/[$^]/g, '\\$&')
  return {
    kind,
    sign,
    pattern: new RegExp(`(?:${path}|${here})${escaped}(?<target>\\d{1,18})${suffix}`),
    ...(segment === null ? {} : { url: urlOf(segment) }),
    ...extra,
  }
}

/** A number after the sign of its kind, and the addresses of the pages of that kind. @param url  reads those of another form */
export function ofSeries(series: IssuableSeries, url?: ReferenceSyntax['url']): ReferenceSyntax {
  const { sign, page } = issuableKinds[series]
  return numbered(series, sign, page, url === undefined ? {} : { url })
}

/** A sign and a title, quoted or of one word. */
function titled(kind: string, sign: string): ReferenceSyntax {
  return {
    kind,
    sign,
    pattern: new RegExp(`(?:${path}|${here})${sign}${named}`, 'u'),
    parse: match => ({ path: match.groups?.path ?? null, target: unquote(match.groups?.target ?? '') }),
  }
}

/** `[word:12]` and `[word:group/project/12]`. */
function bracketed(kind: string, words: string): ReferenceSyntax {
  return {
    kind,
    sign: ':',
    pattern: new RegExp(
      `\\[(?:${words}):(?:(?<path>\\w[\\w.-]*(?:/\\w[\\w.-]*)*)/)?(?<target>\\d{1,18})(?<suffix>\\+s?)?\\]`,
    ),
    qualify: ({ original, target, suffix: end }, at) =>
      `${original.slice(0, original.indexOf(':') + 1)}${at}/${target}${end}]`,
  }
}

function urlOf(segment: string): (url: URL) => { path: string | null; target: string } | null {
  const pattern = new RegExp(`^/(?:groups/)?(?<path>\\w[^?#]*?)/-/${segment}/(?<target>\\w+)/?$`)
  return url => {
    const groups = pattern.exec(url.pathname)?.groups
    return groups ? { path: groups.path ?? null, target: groups.target ?? '' } : null
  }
}

const unquote = (text: string) => (text.startsWith('"') ? text.slice(1, -1) : text)

/**
 * The syntaxes whose rules are those of the text alone. A slice takes those of its kinds and hands them to the scan.
 *
 * @source product rules section 6.1
 */
export const userMention: ReferenceSyntax = {
  kind: 'user',
  sign: '@',
  // An account elsewhere (`@ann@example.com`) is no user here.
  pattern: /(?<![\w@`])@(?!\w(?:[\w./-]*[\w-])?@\w)(?<target>\w(?:[\w.-]*[\w-])?(?:\/\w(?:[\w.-]*[\w-])?)*)/,
}
export const issueReferences: readonly ReferenceSyntax[] = [
  ofSeries('issue', urlOf(`(?:issues|work_items|${incidentPage})`)),
  {
    kind: 'issue',
    sign: 'GL-',
    pattern: new RegExp(`(?<![\\w-])GL-(?<target>\\d{1,18})${suffix}`),
    qualify: ({ target, suffix: end }, at) => `${at}#${target}${end}`,
  },
  bracketed('issue', 'issue|work_item'),
]
export const mergeRequestReferences: readonly ReferenceSyntax[] = [ofSeries('merge_request')]
export const epicReferences: readonly ReferenceSyntax[] = [
  ofSeries('epic', url => {
    const groups = /^\/groups\/(?<path>\w[^?#]*?)\/-\/(?:epics|work_items)\/(?<target>\d+)\/?$/.exec(
      url.pathname,
    )?.groups
    return groups ? { path: groups.path ?? null, target: groups.target ?? '' } : null
  }),
  bracketed('epic', 'epic'),
]
export const alertReferences: readonly ReferenceSyntax[] = [
  ofSeries('alert', url => {
    const groups = /^\/(?<path>\w[^?#]*?)\/-\/alert_management\/(?<target>\d+)(?:\/details)?\/?$/.exec(
      url.pathname,
    )?.groups
    return groups ? { path: groups.path ?? null, target: groups.target ?? '' } : null
  }),
]
export const snippetReferences: readonly ReferenceSyntax[] = [numbered('snippet', '$', 'snippets')]
export const labelReferences: readonly ReferenceSyntax[] = [titled('label', '~')]
export const milestoneReferences: readonly ReferenceSyntax[] = [
  { ...titled('milestone', '%'), url: urlOf('milestones') },
]
const qualifiedCommit: ReferenceSyntax['qualify'] = ({ target }, at) => `${at}@${target}`
export const commitReferences: readonly ReferenceSyntax[] = [
  {
    kind: 'commit_range',
    sign: '..',
    qualify: qualifiedCommit,
    pattern: new RegExp(`(?:${path}@|(?<![\\w./@-]))(?<target>[0-9a-f]{7,40}\\.{2,3}[0-9a-f]{7,40})(?![\\w-])`),
  },
  {
    kind: 'commit',
    qualify: qualifiedCommit,
    pattern: new RegExp(`(?:${path}@|(?<![\\w./@#-]))(?<target>[0-9a-f]{7,40})(?![\\w-])`),
    url: urlOf('commit'),
  },
]

/** A match of a scan before its syntaxes read it: plain values, so that it crosses threads. */
export interface Candidate {
  readonly form: ReferenceMatch['form']
  /** Index of the syntax; -1 for an address, which every syntax may read. */
  readonly syntax: number
  readonly match: RegExpExecArray | null
  readonly original: string
  /** HTML that stands there when nothing is resolved; empty for the form `link`. */
  readonly plain: string
  readonly url: string
  readonly suffix: '' | '+' | '+s'
  readonly atLineStart: boolean
}

/** A pattern ready to run: global, with its sign. */
export interface Matcher {
  readonly pattern: RegExp
  readonly sign: string | null
}

const compiled = new Map<string, RegExp>()

export function matcherOf(syntax: { readonly pattern: RegExp; readonly sign?: string | undefined }): Matcher {
  const key = `${syntax.pattern.flags}/${syntax.pattern.source}`
  let pattern = compiled.get(key)
  if (pattern === undefined) {
    pattern = new RegExp(syntax.pattern.source, `${syntax.pattern.flags.replace(/[gy]/g, '')}g`)
    compiled.set(key, pattern)
  }
  return { pattern, sign: syntax.sign ?? null }
}

/** The hit of a matcher: its index in the list and the match. */
interface Hit {
  readonly matcher: number
  readonly match: RegExpExecArray
}

/** Hits of several patterns in a text, from left to right, not overlapping: the earliest wins, then the longest. */
export function findHits(text: string, matchers: readonly Matcher[]): readonly Hit[] {
  const next: Hit[] = []
  for (const [matcher, { pattern, sign }] of matchers.entries()) {
    if (sign !== null && !text.includes(sign)) continue
    const match = execFrom(pattern, text, 0)
    if (match !== null) next.push({ matcher, match })
  }
  const hits: Hit[] = []
  while (next.length > 0) {
    let best = next[0]
    for (const hit of next) if (best === undefined || isBefore(hit, best)) best = hit
    if (best === undefined) break
    hits.push(best)
    const end = best.match.index + best.match[0].length
    for (let index = next.length - 1; index >= 0; index--) {
      const hit = next[index]
      if (hit === undefined || hit.match.index >= end) continue
      const pattern = matchers[hit.matcher]?.pattern
      const match = pattern === undefined ? null : execFrom(pattern, text, end)
      if (match === null) next.splice(index, 1)
      else next[index] = { matcher: hit.matcher, match }
    }
  }
  return hits
}

function isBefore(a: Hit, b: Hit): boolean {
  if (a.match.index !== b.match.index) return a.match.index < b.match.index
  return a.match[0].length > b.match[0].length
}

function execFrom(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start
  let match = pattern.exec(text)
  while (match !== null && match[0] === '') {
    pattern.lastIndex++
    match = pattern.exec(text)
  }
  return match
}

/** The candidate as its syntaxes read it; null when none does. */
export function readCandidate(
  candidate: Candidate,
  syntaxes: readonly ReferenceSyntax[],
  siteBase: string,
): ReferenceMatch | null {
  const { original, form } = candidate
  if (candidate.match === null) {
    const url = siteUrlOf(candidate.url, siteBase)
    if (url === null) return null
    for (const syntax of syntaxes) {
      const parts = syntax.url?.(url)
      if (!parts) continue
      const fragment = url.hash.length > 1 ? url.hash.slice(1) : null
      return { kind: syntax.kind, original, ...parts, suffix: candidate.suffix, fragment, form }
    }
    return null
  }
  const syntax = syntaxes[candidate.syntax]
  if (syntax === undefined) return null
  const parts = syntax.parse ? syntax.parse(candidate.match) : partsByGroups(candidate.match)
  if (parts === null) return null
  const { path, target } = parts
  const suffix = parts.suffix === '+' || parts.suffix === '+s' ? parts.suffix : ''
  return { kind: syntax.kind, original, path, target, suffix, fragment: null, form }
}

function partsByGroups(match: RegExpExecArray): ReferenceParts | null {
  const groups = match.groups ?? {}
  if (groups.target === undefined) return null
  return { path: groups.path ?? null, target: groups.target, suffix: groups.suffix ?? '' }
}

function siteUrlOf(address: string, siteBase: string): URL | null {
  const url = URL.parse(address)
  if (url === null || !url.pathname.startsWith(siteBase)) return null
  url.pathname = url.pathname.slice(siteBase.length)
  return url
}

/** `[feature_flag:12]`, `[feature_flag:group/project/12]` */
export const featureFlagReferences: readonly ReferenceSyntax[] = [
  { ...bracketed('feature_flag', 'feature_flag'), url: urlOf('feature_flags') },
]

/** `[contact:ann@example.com]` */
export const contactReferences: readonly ReferenceSyntax[] = [
  {
    kind: 'contact',
    sign: '[contact:',
    pattern: /\[contact:(?<target>[^\s[\]:,@]{1,100}@[^\s[\]:,@]{1,255})\]/,
    parse: ({ groups }) => ({ path: null, target: groups?.target ?? '' }),
  },
]

/** `*iteration:12`, `group*iteration:"Sprint 4"`. */
export const iterationReferences: readonly ReferenceSyntax[] = [
  {
    kind: 'iteration',
    sign: '*iteration:',
    pattern: new RegExp(`(?:${path}|${here})\\*iteration:(?<target>\\d{1,18}(?!\\w)|"[^"\\n]{1,255}")`, 'u'),
    parse: ({ groups }) => ({ path: groups?.path ?? null, target: (groups?.target ?? '').replace(/^"|"$/g, '') }),
  },
]
