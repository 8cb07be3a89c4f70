/** A line that says who wrote what is quoted below, as mail programs write it in some languages. */
const wrote =
  /^\s*(?:on|am|le|el|il|em|op|den|dnia|w dniu)\b.{0,400}\b(?:wrote|schrieb.{0,120}|a écrit|escribió|escribio|ha scritto|escreveu|schreef.{0,120}|skrev|napisał\(?a?\)?)\s*:\s*$/is
/** The same in a language that is not known: an address, a colon, and a quote below. */
const byAddress = /<[^<>\s]+@[^<>\s]+>[^\n]{0,80}:\s*$/
const original =
  /^\s*[-_*]{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|originalnachricht|message d'origine|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht)\s*[-_*]{2,}\s*$/i
const rule = /^\s*_{20,}\s*$/
const from = /^\s*\*?(?:from|von|de|da|van|från|fra|od)\s?:\*?\s+\S/i
const headerLine =
  /^\s*\*?(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|fecha|para|asunto|inviato|data|a|oggetto|assunto|verzonden|aan|onderwerp)\s?:\*?\s/i
const signature = /^(?:--|—)\s?$/
const device =
  /^\s*(?:sent from my .{1,60}|sent from (?:mail|outlook|yahoo|proton|gmail)\b.{0,60}|get outlook for .{1,40}|von meinem .{1,60} gesendet\.?|gesendet mit .{1,60}|envoyé de(?:puis)? mon .{1,60}|enviado desde mi .{1,60}|inviato da .{1,60}|verstuurd vanaf mijn .{1,60})\s*$/i

const longestAttribution = 1_000

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/**
 * What the sender of an answer wrote: without what is quoted before and after it, and without their signature. Quotes
 * between their own lines stay, as those answer them.
 *
 * @param text  the plain text of the mail
 */
export function ownWords(text: string): string {
  const lines = linesOf(text)
  const kept = withoutLeadingQuote(withoutTrailing(lines.slice(0, endOf(lines))))
  return kept.join('\n').trim()
}

/** A mail's text with what it quotes, and without the signature of its sender. @param text  the plain text of the mail */
export function withoutSignature(text: string): string {
  const lines = linesOf(text)
  const at = lines.findIndex(line => signature.test(line))
  return (at === -1 ? lines : lines.slice(0, at)).join('\n').trim()
}

const linesOf = (text: string): readonly string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .split('\n')

/** The line at which signature or the mail that is answered begins; both go to the end. */
function endOf(lines: readonly string[]): number {
  const at = lines.findIndex(
    (line, index) =>
      signature.test(line) ||
      original.test(line) ||
      (rule.test(line) && lines.slice(index + 1, index + 4).some(next => from.test(next))) ||
      (from.test(line) && lines.slice(index + 1, index + 8).filter(next => headerLine.test(next)).length >= 2),
  )
  return at === -1 ? lines.length : at
}

function withoutTrailing(lines: readonly string[]): readonly string[] {
  let end = lines.length
  for (let before = -1; before !== end; ) {
    before = end
    while (end > 0 && (isBlank(lines[end - 1] ?? '') || device.test(lines[end - 1] ?? ''))) end--
    const quotedFrom = end
    while (end > 0 && (isBlank(lines[end - 1] ?? '') || isQuoted(lines[end - 1] ?? ''))) end--
    if (end < quotedFrom || end < lines.length) end -= attributionBefore(lines, end, end < quotedFrom)
  }
  return lines.slice(0, end)
}

/** How many lines right before a place say who wrote what follows. */
function attributionBefore(lines: readonly string[], end: number, isQuoteBelow: boolean): number {
  const before = (count: number) =>
    lines
      .slice(Math.max(0, end - count), end)
      .join(' ')
      .slice(0, longestAttribution)
  for (const count of [1, 2, 3]) if (count <= end && wrote.test(before(count))) return count
  for (const count of [1, 2]) if (isQuoteBelow && count <= end && byAddress.test(before(count))) return count
  return 0
}

/** Who answers below the quote: only the answer stays. */
function withoutLeadingQuote(lines: readonly string[]): readonly string[] {
  let start = 0
  while (start < lines.length && isBlank(lines[start] ?? '')) start++
  for (const count of [0, 1, 2, 3]) {
    const joined = lines
      .slice(start, start + count)
      .join(' ')
      .slice(0, longestAttribution)
    const isAttribution = count === 0 || wrote.test(joined) || byAddress.test(joined)
    let at = start + count
    while (at < lines.length && isBlank(lines[at] ?? '')) at++
    if (!isAttribution || !isQuoted(lines[at] ?? '')) continue
    while (at < lines.length && (isBlank(lines[at] ?? '') || isQuoted(lines[at] ?? ''))) at++
    return isInterleaved(lines.slice(at)) ? lines.slice(start + count) : lines.slice(at)
  }
  return lines
}

/** More quotes below the first answer: each answer needs the quote above it. */
const isInterleaved = (lines: readonly string[]): boolean => lines.some(isQuoted)
