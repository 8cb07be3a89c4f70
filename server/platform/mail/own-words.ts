import { device, disclaimer, type HeaderKind, headerKinds, onDate, original, wrote } from './mail-words.ts'

/** The headers of a mail that name the mail it answers. */
export interface MailAbout {
  readonly subject: string
  /** Name and address of the sender, as the header has them. */
  readonly from: string
}

/** A mark in the text of an HTML mail: the program has marked the next line as the attribution of a quote. */
export const attributionMark = '\u2063'
/** A mark in the text of an HTML mail: the program has marked the rest as the mail that is replied to. */
export const quoteMark = '\u2063\u2063'

const unknown: MailAbout = { subject: '', from: '' }
/** "Forwarded message" has the same mark. */
const isMarked = (line: string): boolean => line.startsWith(attributionMark) && !line.startsWith(`${attributionMark}-`)
const isMark = (line: string): boolean => line.trim() === quoteMark
const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/**
 * The text that the sender of a reply wrote: without the quotes before and after it, and without their signature.
 * Quotes between their own lines stay, as those answer them.
 *
 * @param text  the plain text of the mail
 */
export function ownWords(text: string, about: MailAbout = unknown): string {
  const lines = linesOf(text)
  const inCode = codeLines(lines)
  const end = beginningOfQuote(lines, inCode, about)
  const upTo = Math.min(end, signatureIn(lines, inCode, end, about)?.from ?? end)
  const kept = withoutLeadingQuote(withoutTrailing(lines.slice(0, upTo), inCode))
  return wordsOf(withoutDisclaimer(kept))
}

/** A mail's text with its quotes, and without the signature of its sender. @param text  the plain text of the mail */
export function withoutSignature(text: string, about: MailAbout = unknown): string {
  const lines = linesOf(text)
  const inCode = codeLines(lines)
  const signature = signatureIn(lines, inCode, beginningOfQuote(lines, inCode, about), about)
  if (signature === null) return wordsOf(lines)
  return wordsOf([...lines.slice(0, signature.from), ...lines.slice(signature.to)])
}

const linesOf = (text: string): readonly string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .split('\n')

const wordsOf = (lines: readonly string[]): string => lines.join('\n').replaceAll(attributionMark, '').trim()

/** Marks the lines that are in a closed fenced block: they contain no separator. */
function codeLines(lines: readonly string[]): readonly boolean[] {
  const inCode = lines.map(() => false)
  let open: { readonly at: number; readonly fence: string } | null = null
  for (const [at, line] of lines.entries()) {
    const fence = /^\s{0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    if (fence === null) continue
    const [, marks = '', rest = ''] = fence
    if (open === null) open = { at, fence: marks }
    else if (marks.startsWith(open.fence) && rest.trim() === '') {
      inCode.fill(true, open.at, at + 1)
      open = null
    }
  }
  return inCode
}

/** Lines that are looked at closely, at most: more than any mail has, and few enough that a hostile one costs little. */
const mostCandidates = 3_000
const mostQuotes = 100

/** The line at which the mail that is answered begins; the number of lines when none is found. */
function beginningOfQuote(lines: readonly string[], inCode: readonly boolean[], about: MailAbout): number {
  const related = relationsTo(about)
  let candidates = 0
  for (const [at, line] of lines.entries()) {
    if (inCode[at] || isBlank(line) || isQuoted(line) || !/[:：@\-_=—*道\u2063]/.test(line)) continue
    candidates += 1
    if (candidates > mostCandidates) return lines.length
    if (isMark(line)) return withoutRuleAbove(lines, at)
    if (original.test(line)) return at
    if (isSeparated(lines, at, related)) return at
    if (isHeader(lines, at, related)) return withoutRuleAbove(lines, at)
    const attribution = attributionAt(lines, at)
    if (attribution !== null && isFirmAttribution(attribution.text) && !isAnsweredBelow(lines, at + attribution.count))
      return at
  }
  return beginningOfOurMail(lines, inCode)
}

const rule = /^[\s>]*(?:[-_=*—]\s?){5,}$/

function withoutRuleAbove(lines: readonly string[], at: number): number {
  let above = at - 1
  while (above >= 0 && isBlank(lines[above] ?? '')) above--
  return above >= 0 && rule.test(lines[above] ?? '') ? above : at
}

/** A line such as "----- Words -----" or "______" in any language, with a header below. */
function isSeparated(lines: readonly string[], at: number, related: Relations): boolean {
  const line = lines[at] ?? ''
  if (!/^[\s>*]*[-_=—*]{3,}/.test(line)) return false
  if (!rule.test(line) && !/^[\s>*]*[-_=—*]{3,}\s*[^-_=—*].{0,60}[-_=—*]{3,}[\s*]*$/.test(line)) return false
  let next = at + 1
  while (next < at + 3 && isBlank(lines[next] ?? '')) next++
  const header = headerFrom(lines, next)
  const kinds = kindsOf(header)
  if (kinds.has('from') && (kinds.has('sent') || kinds.has('to')) && header.length >= 3) return true
  return header.length >= 3 && related(header).size > 0 && header.some(({ value }) => isDated(value))
}

interface HeaderLine {
  readonly word: string
  readonly value: string
}

const headerLine = /^[\s>*_]*([^\s:：*][^:：]{0,39}?)\s?\*{0,2}\s?[:：]\s?\*{0,2}\s*(.*)$/u

/** The lines "Word: value" that begin at a line, with at most one other line between two of them. */
function headerFrom(lines: readonly string[], at: number): readonly HeaderLine[] {
  const header: HeaderLine[] = []
  let others = 0
  for (let next = at; next < lines.length && next < at + 16 && others < 2; next++) {
    const line = lines[next] ?? ''
    const [, word, value] = headerLine.exec(line.slice(0, 1_000)) ?? []
    if (word === undefined || value === undefined || word.split(/\s+/).length > 4) {
      if (header.length === 0) return []
      others++
      continue
    }
    others = 0
    header.push({ word, value })
  }
  return header
}

const kindsOf = (header: readonly HeaderLine[]): ReadonlySet<HeaderKind> =>
  new Set(header.flatMap(({ word }) => [...headerKinds(word)]))

const isDated = (value: string): boolean => /\p{Nd}{4}|\p{Nd}{1,2}\s?[:.hH時点시]\s?\p{Nd}{2}/u.test(value)

/**
 * Whether the header of the mail that is answered begins at a line. Headers that someone has pasted into their words lack a date, or
 * have another subject and other people.
 */
function isHeader(lines: readonly string[], at: number, related: Relations): boolean {
  if (!/[:：]/.test((lines[at] ?? '').slice(0, 60))) return false
  const header = headerFrom(lines, at)
  const [first] = header
  if (first === undefined || header.length < 3) return false
  const relations = related(header)
  const kinds = kindsOf(header.slice(0, 8))
  if (
    headerKinds(first.word).size > 0 &&
    kinds.has('from') &&
    kinds.has('sent') &&
    (kinds.has('to') || kinds.has('subject'))
  )
    return relations.size > 0 || relations.isUnknown
  if (headerKinds(first.word).size > 0 && kinds.size >= 3 && relations.size > 1) return true
  // A language that is not known.
  return relations.size > 0 && /@|\bweft\b/i.test(first.value) && header.slice(1, 5).some(({ value }) => isDated(value))
}

interface FoundQuote {
  /** The number of sender, recipient and subject that match the mail that was answered. */
  readonly size: number
  /** There is nothing to compare with. */
  readonly isUnknown: boolean
}
type Relations = (header: readonly HeaderLine[]) => FoundQuote

/**
 * The relations between the header of a quoted mail and the mail that quotes it: the subject, and that its sender was
 * the recipient.
 */
function relationsTo({ subject, from }: MailAbout): Relations {
  const topic = topicOf(subject)
  const names = namesOf(from)
  return header => {
    const values = header.slice(0, 8).map(({ value }) => value.toLowerCase())
    const isTopic = (value: string) => {
      const other = topicOf(value)
      return other.length > 2 && topic.length > 2 && (topic.includes(other) || other.includes(topic))
    }
    const found = [
      values.some(isTopic),
      values.slice(1).some(value => !isTopic(value) && names.some(name => value.includes(name))),
      values.some(value => !isTopic(value) && /\bweft\b/.test(value)),
    ]
    return { size: found.filter(Boolean).length, isUnknown: topic === '' && names.length === 0 }
  }
}

/** The address and the names of a sender, in lower case. */
function namesOf(from: string): readonly string[] {
  const address = /[^\s<>"]+@[^\s<>"]+/.exec(from.toLowerCase())?.[0]
  const words = from
    .toLowerCase()
    .replace(address ?? '', ' ')
    .split(/[^\p{L}\p{N}]+/u)
  return [address ?? '', ...words].filter(name => name.length > 2 || /[^\p{ASCII}]/u.test(name))
}

/** A subject without "Re:" and its like in any language. */
const topicOf = (subject: string): string =>
  subject
    .slice(0, 500)
    .toLowerCase()
    .replace(/^(?:\s*[\p{L}.]{1,6}(?:\[\d+\])?\s?[:：])+/u, '')
    .replace(/\s+/g, ' ')
    .trim()

interface Attribution {
  readonly text: string
  readonly count: number
}

const longestAttribution = 600

/** The lines from a place on, up to four, that end as "On Friday Ann wrote:" does. */
function attributionAt(lines: readonly string[], at: number): Attribution | null {
  for (let count = 1; count <= 4; count++) {
    const line = lines[at + count - 1]
    if (line === undefined || isBlank(line)) return null
    if (!endsAttribution(line)) continue
    const text = lines
      .slice(at, at + count)
      .join(' ')
      .replace(/<\s+/g, '<')
    return text.length > longestAttribution ? null : { text, count }
  }
  return null
}

const endsAttribution = (line: string): boolean =>
  isMarked(line) ||
  /(?:[:：]|[写寫]道[：:]?|\bwrote\s*-{2,}|[-]{3,})\s*$/.test(line) ||
  /^\D{0,20}\p{Nd}.*@\S+>\s*$/u.test(line)

const hasAddress = (text: string): boolean => /[^\s<>@]@[^\s<>@]/.test(text)
const isDay = (text: string): boolean => isDated(text) || /\p{Nd}{1,2}[./-]\p{Nd}{1,2}/u.test(text)

/** A day and a time. */
const isMoment = (text: string): boolean =>
  /\p{Nd}{1,4}\s?[./年년-]/u.test(text) && /\p{Nd}{1,2}\s?[:.hH時시点时]\s?\p{Nd}{2}/u.test(text)

/** No sentence of a person: it has an address, a time and a verb, and begins as such a line does. */
const isFirmAttribution = (text: string): boolean =>
  isMarked(text) || (hasAddress(text) && isDay(text) && wrote.test(text) && onDate.test(text))

const isAttribution = (text: string): boolean =>
  isMarked(text) || (wrote.test(text) && (onDate.test(text) || hasAddress(text) || isDay(text)))

/** The attribution in any language: the author of the quote below it, and the time. */
const namesQuote = (text: string): boolean => isAttribution(text) || (hasAddress(text) && /[:：>]\s*$/.test(text))

/** Whether a quote with lines of the sender below it follows: their answer. */
function isAnsweredBelow(lines: readonly string[], from: number): boolean {
  let at = from
  while (at < lines.length && isBlank(lines[at] ?? '')) at++
  return isQuoted(lines[at] ?? '')
}

/** The addresses that only our own mails have in their last lines. */
const ourFooter =
  /\/-\/sent_notifications\/|\breply\+[0-9a-z]+-[0-9a-z]+-[0-9a-z]+-[0-9a-z]{25}@|\/-\/user_settings\/notifications\b/i

/** Our own mail without quote marks, below a header of whatever shape. */
function beginningOfOurMail(lines: readonly string[], inCode: readonly boolean[]): number {
  const footer = lines.findIndex(line => ourFooter.test(line) && !isQuoted(line))
  // The words above a footer are those of one mail.
  for (let at = Math.max(0, footer - mostCandidates); at < footer; at++) {
    if (inCode[at] || isBlank(lines[at] ?? '')) continue
    if (original.test(lines[at] ?? '')) return at
    const header = headerFrom(lines, at)
    if (header.length >= 3 && header.some(({ value }) => isDated(value))) return withoutRuleAbove(lines, at)
    const attribution = attributionAt(lines, at)
    if (
      attribution !== null &&
      (isAttribution(attribution.text) || (hasAddress(attribution.text) && isDay(attribution.text)))
    )
      return at
  }
  return lines.length
}

/** The most text below a signature's dashes, where the space after them is lost. */
const longestSignature = { lines: 8, chars: 500 } as const

/** The lines of the sender's signature. @param end  where the quote begins */
function signatureIn(
  lines: readonly string[],
  inCode: readonly boolean[],
  end: number,
  { from }: MailAbout,
): { readonly from: number; readonly to: number } | null {
  const names = [...namesOf(from), /([^\s<>"]+)@/.exec(from.toLowerCase())?.[1] ?? ''].filter(name => name.length > 1)
  for (let at = 0, candidates = 0; at < end && candidates < mostQuotes; at++) {
    const line = lines[at] ?? ''
    if (inCode[at] || !/^(?:--|—)\s?$/.test(line)) continue
    candidates += 1
    const to = quoteBelow(lines, at + 1, end)
    if (line === '-- ' || isSignature(lines.slice(at + 1, to), names)) return { from: at, to }
  }
  return null
}

/** The beginning of a quote with its attribution, below a signature. */
function quoteBelow(lines: readonly string[], from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (isQuoted(lines[at] ?? '')) return at
    const attribution = attributionAt(lines, at)
    if (attribution !== null && namesQuote(attribution.text) && isAnsweredBelow(lines, at + attribution.count))
      return at
    if (/^\s*-{3,}.{2,40}-{3,}\s*$/.test(lines[at] ?? '')) return at
  }
  return end
}

/** Dashes alone also divide texts: only lines about their sender are a signature. */
function isSignature(below: readonly string[], names: readonly string[]): boolean {
  const filled = below.filter(line => !isBlank(line))
  if (filled.length > longestSignature.lines || filled.join('').length > longestSignature.chars) return false
  if (filled.some(line => /[;{}]\s*$|^\s*```|^(?:--|—)\s?$/.test(line))) return false
  const text = filled.join('\n').toLowerCase()
  return names.length === 0 || names.some(name => text.includes(name)) || contact.test(text)
}

/** An address, a site or a number to call. */
const contact = /[^\s<>@]@[^\s<>@]+\.|\bwww\.|https?:\/\/|(?:\+|\(0|\btel\b|\bphone\b).{0,8}\d[\d\s()/.-]{5,}/

function withoutTrailing(lines: readonly string[], inCode: readonly boolean[]): readonly string[] {
  let end = lines.length
  let hasQuote = false
  for (let before = -1, rounds = 0; before !== end && rounds < mostQuotes; rounds++) {
    before = end
    while (end > 0 && (isBlank(lines[end - 1] ?? '') || isDevice(lines[end - 1] ?? '', end - 1)) && !inCode[end - 1])
      end--
    let quotedFrom = end
    while (quotedFrom > 0 && (isBlank(lines[quotedFrom - 1] ?? '') || isQuoted(lines[quotedFrom - 1] ?? '')))
      quotedFrom--
    const isQuote = lines.slice(quotedFrom, end).some(isQuoted)
    const attributed = attributionBefore(lines, quotedFrom, isQuote)
    // A quote that the sender introduces, and a second one without an attribution, are their own.
    if (isQuote && attributed === 0 && (hasQuote || /[:：]\s*$/.test(lines[quotedFrom - 1] ?? ''))) break
    if (isQuote || end < lines.length || attributed > 0) end = quotedFrom - attributed
    hasQuote ||= isQuote
  }
  return lines.slice(0, end)
}

const isDevice = (line: string, at: number): boolean => {
  const words = line.trim().replace(/^[<([*_]+|[>)\]*_]+$/g, '')
  return at > 0 && words.length <= 120 && device.test(words)
}

/** The number of lines right before a place that are an attribution of the text after it. */
function attributionBefore(lines: readonly string[], end: number, isQuoteBelow: boolean): number {
  if (end === 0 || !endsAttribution(lines[end - 1] ?? '')) return 0
  const counts = [1, 2, 3, 4].filter(count => count <= end && !lines.slice(end - count, end).some(isBlank))
  const texts = counts.map(count => ({
    count,
    text: lines
      .slice(end - count, end)
      .join(' ')
      .replace(/<\s+/g, '<'),
  }))
  const fits = texts.filter(({ text }) => text.length <= longestAttribution)
  const whole = fits.find(
    ({ text }) => isMarked(text) || (onDate.test(text) && (isAttribution(text) || hasAddress(text))),
  )
  if (whole !== undefined) return whole.count
  return (
    fits.find(({ text }) => isAttribution(text) || (isQuoteBelow && (namesQuote(text) || isMoment(text))))?.count ?? 0
  )
}

/** If the reply is below the quote, only the reply stays. */
function withoutLeadingQuote(lines: readonly string[]): readonly string[] {
  let start = 0
  while (start < lines.length && isBlank(lines[start] ?? '')) start++
  for (const count of [0, 1, 2, 3, 4]) {
    const joined = lines
      .slice(start, start + count)
      .join(' ')
      .slice(0, longestAttribution)
    if (count > 0 && !namesQuote(joined)) continue
    let at = start + count
    while (at < lines.length && isBlank(lines[at] ?? '')) at++
    if (!isQuoted(lines[at] ?? '')) continue
    while (at < lines.length && (isBlank(lines[at] ?? '') || isQuoted(lines[at] ?? ''))) at++
    return isInterleaved(lines.slice(at)) ? lines.slice(start + count) : lines.slice(at)
  }
  return lines
}

/** More quotes below the first answer: each answer needs the quote above it. */
const isInterleaved = (lines: readonly string[]): boolean => lines.some(isQuoted)

/** The text without the disclaimer of a company. A mail that is nothing else stays. */
function withoutDisclaimer(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex(
    (line, index) => index > 0 && isBlank(lines[index - 1] ?? '') && disclaimer.test(line.slice(0, 400)),
  )
  if (at === -1) return lines
  let end = at
  while (end > 0 && (isBlank(lines[end - 1] ?? '') || rule.test(lines[end - 1] ?? ''))) end--
  return end === 0 ? lines : lines.slice(0, end)
}
