import { type CodeOwnersFault, codeOwnersLimits, defaultSection } from '#contract/code/code-owners.ts'
import { roles } from '#contract/foundation/roles.ts'
import { pauses } from './pauses.ts'

/** Access levels of the roles that a file can name. */
const ownerRoles: ReadonlyMap<string, number> = new Map(
  (['developer', 'maintainer', 'owner'] as const).flatMap(role => [
    [role, roles[role].level],
    [`${role}s`, roles[role].level],
  ]),
)

export interface Owners {
  /** Usernames or full paths of groups, in lower case, without the `@`. */
  readonly names: readonly string[]
  readonly emails: readonly string[]
  /** Access levels: direct members of the project with exactly this role. */
  readonly roles: readonly number[]
}

/** One line: a pattern of files, and their owners. */
export interface OwnedPattern {
  /** 1-based. */
  readonly line: number
  readonly section: string
  /** The pattern as written in the file, without the `!` of an exclusion. */
  readonly pattern: string
  /** Files that match have no owner in this section. */
  readonly isExclusion: boolean
  readonly owners: Owners
  /** 0 in an optional section. */
  readonly approvals: number
}

/** A line that may not have the effect that its author expects. */
export interface CodeOwnersProblem {
  readonly line: number
  readonly fault: CodeOwnersFault
}

export interface CodeOwnersFile {
  /** The entries in the order of the file. */
  readonly entries: readonly OwnedPattern[]
  readonly problems: readonly CodeOwnersProblem[]
}

/** Read the bytes of a CODEOWNERS file, up to their limit; the event loop goes on meanwhile. */
export async function decodeCodeOwners(content: Buffer): Promise<CodeOwnersFile> {
  const pause = pauses()
  const steps = parsing(
    // PostgreSQL stores no NUL.
    textOf(content.subarray(0, codeOwnersLimits.bytes)).replaceAll('\0', '\uFFFD'),
    content.length > codeOwnersLimits.bytes,
  )
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

/** Decode UTF-8, or UTF-16 if the byte order mark says so. The mark is left out. */
function textOf(content: Buffer): string {
  const mark = content.length < 2 ? 0 : content.readUInt16BE(0)
  return new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8').decode(content)
}

/** Characters read between two looks at the clock; a line counts for at least `leastOfLine`. */
const charsAtOnce = 8_192
const leastOfLine = 64

interface Section {
  readonly name: string
  readonly approvals: number
  readonly isOptional: boolean
  readonly owners: Owners
}

const nobody: Owners = { names: [], emails: [], roles: [] }
export const hasOwners = ({ names, emails, roles }: Owners): boolean => names.length + emails.length + roles.length > 0

/**
 * Read a CODEOWNERS file. Sections whose names differ in case alone are one, which is optional if all its headings are. A heading that
 * cannot be read is taken for an entry.
 *
 * @source issue 11, product-rules.md 12
 */
export function parseCodeOwners(content: string): CodeOwnersFile {
  const steps = parsing(content, false)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Pauses after some lines. @param isCut  the file goes on after `content` */
function* parsing(content: string, isCut: boolean): Generator<undefined, CodeOwnersFile> {
  const problems: CodeOwnersProblem[] = []
  const entries: OwnedPattern[] = []
  const names = new Map<string, { readonly name: string; isOptional: boolean }>()
  const same = oncePerOwners()
  const ownerGroups = new Set<string>()
  let section: Section = { name: defaultSection, approvals: 1, isOptional: false, owners: nobody }
  const lines = content.split('\n')
  let unlooked = 0
  // The last line of a cut file may be half a pattern.
  if (isCut) problems.push({ line: lines.length, fault: 'file-too-large' })
  if (isCut) lines.pop()
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    unlooked += Math.max(raw.length, leastOfLine)
    if (unlooked >= charsAtOnce) {
      unlooked = 0
      yield
    }
    const report = (fault: CodeOwnersFault) => void problems.push({ line, fault })
    const text = raw.trim()
    if (text === '' || text.startsWith('#')) continue
    const heading = readHeading(text, report)
    if (heading !== null) {
      const known = names.get(heading.name.toLowerCase())
      if (known === undefined)
        names.set(heading.name.toLowerCase(), { name: heading.name, isOptional: heading.isOptional })
      else known.isOptional &&= heading.isOptional
      section = { ...heading, name: known?.name ?? heading.name, owners: same(heading.owners).owners }
      continue
    }
    if (entries.length === codeOwnersLimits.entries) {
      report('too-many-entries')
      break
    }
    const entry = readEntry(text, line, section, report)
    if (entry === null) continue
    const { owners, number } = same(entry.owners)
    const group = JSON.stringify([section.name.toLowerCase(), entry.approvals, number])
    if (!ownerGroups.has(group) && ownerGroups.size === codeOwnersLimits.ownerGroups) {
      report('too-many-owners')
      continue
    }
    ownerGroups.add(group)
    // The section of the entries before the first heading is known from here on, and not optional.
    if (!names.has(section.name.toLowerCase()))
      names.set(section.name.toLowerCase(), { name: section.name, isOptional: false })
    entries.push({ ...entry, owners })
  }
  return {
    entries: entries.map(entry =>
      names.get(entry.section.toLowerCase())?.isOptional ? { ...entry, approvals: 0 } : entry,
    ),
    problems,
  }
}

/** The same owners again are one object: a section can give a long list of them to thousands of entries. */
function oncePerOwners(): (owners: Owners) => { readonly owners: Owners; readonly number: number } {
  const byText = new Map<string, { readonly owners: Owners; readonly number: number }>()
  const byObject = new Map<Owners, { readonly owners: Owners; readonly number: number }>()
  return owners => {
    const seen = byObject.get(owners)
    if (seen !== undefined) return seen
    const text = JSON.stringify(owners)
    const known = byText.get(text) ?? { owners, number: byText.size }
    byText.set(text, known)
    byObject.set(known.owners, known)
    return known
  }
}

type ReportFault = (fault: CodeOwnersFault) => void

/** `^[Name][2] @owner`; null for a line that is no heading. */
function readHeading(text: string, report: ReportFault): Section | null {
  if (!text.startsWith('[') && !text.startsWith('^[')) return null
  const [, caret, name, count, rest = ''] = /^(\^?)\[([^\]]*)\](?:\[([^\]]*)\])?(.*)$/.exec(text) ?? []
  if (name === undefined || (rest !== '' && !/^\s/.test(rest))) {
    report('section-malformed')
    return null
  }
  const isOptional = caret === '^'
  const named = name.trim().slice(0, codeOwnersLimits.sectionChars)
  if (named === '') report('section-unnamed')
  const isCounted = count !== undefined && /^0*[1-9]\d?$/.test(count.trim())
  if (count !== undefined && !isCounted) report('approvals-invalid')
  else if (count !== undefined && isOptional) report('approvals-of-optional')
  return {
    name: named === '' ? defaultSection : named,
    isOptional,
    approvals: isCounted ? Number(count) : 1,
    owners: readOwners(rest, report),
  }
}

function readEntry(text: string, line: number, section: Section, report: ReportFault): OwnedPattern | null {
  const isExclusion = text.startsWith('!')
  const body = isExclusion ? text.slice(1) : text
  const end = endOfPattern(body)
  const pattern = body.slice(0, end)
  if (pattern.length > codeOwnersLimits.patternChars) {
    report('pattern-too-long')
    return null
  }
  if (pattern === '') return null
  const own = isExclusion ? nobody : readOwners(body.slice(end), report)
  const owners = hasOwners(own) ? own : isExclusion ? nobody : section.owners
  if (!isExclusion && !hasOwners(owners)) report('owners-missing')
  return { line, section: section.name, pattern, isExclusion, owners, approvals: section.approvals }
}

/** A pattern ends at the first space that no backslash precedes. One that is too long is not read to its end. */
function endOfPattern(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (at > codeOwnersLimits.patternChars) return at
    if (text[at] === '\\') at += 1
    else if (/\s/.test(text[at] ?? '')) return at
  }
  return text.length
}

function readOwners(text: string, report: ReportFault): Owners {
  const found = { names: new Set<string>(), emails: new Set<string>(), roles: new Set<number>() }
  let count = 0
  for (const [word] of text.matchAll(/\S+/g)) {
    if (word.startsWith('#')) break
    if (++count > codeOwnersLimits.ownersOfLine) {
      report('owners-too-many')
      break
    }
    const lower = word.toLowerCase()
    const role = lower.startsWith('@@') ? ownerRoles.get(lower.slice(2)) : undefined
    if (role !== undefined) found.roles.add(role)
    else if (/^@[\w][\w.\-/]*$/.test(lower)) found.names.add(lower.slice(1))
    else if (/^[^@\s]+@[^@\s]+$/.test(lower)) found.emails.add(lower)
    else report('owner-malformed')
  }
  return { names: [...found.names], emails: [...found.emails], roles: [...found.roles] }
}
