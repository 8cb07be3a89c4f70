/** The characters of a message that decide on its group. */
const longestMessage = 1_000
/** The mark for a part that differs between events of one cause. */
const gap = '…'

const word = String.raw`[A-Za-z_$][\w$.()-]*`
const unit = String.raw`(?: ?(?:ns|µs|us|ms|s|secs?|seconds?|min|minutes?|h|hours?|days?|[KMGTkmgt]i?B|B|bytes?|%)(?!\w))?`

/** Quoted words that name something in the code or in a schema, and codes that name a kind of failure: other ones are other causes. */
const names = [
  String.raw`(?<=\b(?:reading|setting|evaluating|attribute|argument|parameter|property|properties|method|function|variable|module|named|import name|column|relation|table|constraint|index|execute) )(?<name>["'\x60])${word}\k<name>`,
  String.raw`(?<![\w"'])(?<owner>["'\x60])${word}\k<owner>(?= (?:is not defined|is not a function|object\b))`,
  String.raw`(?<=\b(?:[Ss]tatus|[Cc]ode|[Ee]rrno|HTTP|SQLSTATE)[ :=]{1,2})\d+\b`,
  // The port of a service: those of clients are above.
  String.raw`(?<=(?:\.\d{1,3}|localhost):)(?:[12]?\d{1,4}|3[0-2]\d{3})\b`,
]

const values = [
  String.raw`\b[a-zA-Z][a-zA-Z\d+.-]{1,15}:\/\/[^\s"'<>\x60)\]}]+`,
  String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`,
  String.raw`\b[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}\b`,
  // Dates and times
  String.raw`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?`,
  String.raw`\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:\d{1,2}[ /-])?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}(?:[ /-]\d{1,2},?)?[ /-]\d{4}(?:[ :]\d\d:\d\d(?::\d\d)?)?(?: (?:GMT|UTC)(?:[+-]\d{4})?)?(?: \([^)]{1,40}\))?`,
  String.raw`\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b`,
  String.raw`\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?\b`,
  // Addresses of networks and of memory, hashes, random ids
  String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`,
  String.raw`(?<![\w:])(?:[\da-fA-F]{0,4}:){2,7}[\da-fA-F]{1,4}(?!\w)`,
  String.raw`\b0x[\da-fA-F]+\b`,
  String.raw`\b(?=[a-fA-F]*\d)(?=\d*[a-fA-F])[\da-fA-F]{7,128}\b`,
  String.raw`\b(?=[a-zA-Z_]*\d\w*\d)(?=\d*[a-zA-Z])\w{8,128}\b`,
  // Quoted text
  String.raw`(?<!\w)(?<quote>["'\x60])(?:(?!\k<quote>).){0,500}\k<quote>(?!\w)`,
  String.raw`[“„«‘][^“”„«»‘’\n]{0,500}[”“»’](?!\w)`,
  String.raw`(?:(?<![\w.])[-+])?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?${unit}`,
]

const pattern = new RegExp(`(?<kept>${names.join('|')})|${values.join('|')}`, 'gu')
const runOfGaps = new RegExp(`${gap}(?:[\\s,;:./|+-]*${gap})+`, 'gu')

/**
 * The text of a message without the parts that differ between events: numbers, ids, times, addresses, quoted text.
 *
 * `User 7 does not exist` becomes `User … does not exist`.
 */
export const templateOf = (message: string): string =>
  message
    .slice(0, longestMessage)
    .replace(pattern, (found, ...groups) => (isKept(groups.at(-1)) ? found : gap))
    .replace(runOfGaps, gap)
    .replace(/\s+/g, ' ')
    .trim()

const isKept = (groups: { readonly kept?: string }): boolean => groups.kept !== undefined

/** Letters that a source must share with a message, to be where the message is written; also half of those that do not differ. */
const fewestLetters = 4
const fewestLettersOfPiece = 3

/**
 * The text of a message as the line that raised the error spells it: its quoted parts are the same in all events, the
 * parts between them differ.
 *
 * @param source  the line, with the next ones where its statement goes on
 * @returns null where the source spells no part of the message
 */
export function templateInSource(message: string, source: string): string | null {
  const inMessage = message.slice(0, longestMessage)
  const pieces = piecesOf(source).toSorted((a, b) => b.length - a.length)
  const found: { readonly start: number; readonly end: number }[] = []
  for (const piece of pieces) {
    let start = inMessage.indexOf(piece)
    // A piece may occur within a longer one that was found.
    while (start >= 0 && found.some(each => start < each.end && each.start < start + piece.length))
      start = inMessage.indexOf(piece, start + 1)
    if (start >= 0) found.push({ start, end: start + piece.length })
  }
  found.sort((a, b) => a.start - b.start)
  const spelled = found.map(({ start, end }) => inMessage.slice(start, end))
  const letters = lettersOf(spelled.join(''))
  if (letters < fewestLetters || 2 * letters < lettersOf(templateOf(message))) return null
  const isWhole = (at: number) => at === 0 || at === inMessage.length
  const [first, last] = [found[0], found.at(-1)]
  const ends = [first && isWhole(first.start) ? '' : gap, last && isWhole(last.end) ? '' : gap]
  const inner = found
    .map(({ start }, index) => {
      const before = found[index - 1]
      return `${before === undefined || before.end === start ? '' : gap}${spelled[index]}`
    })
    .join('')
  return `${ends[0]}${inner}${ends[1]}`.replace(/\d+/g, gap).replace(runOfGaps, gap).replace(/\s+/g, ' ').trim()
}

const literals = /(["'`])((?:\\.|(?!\1)[^\\])*)(?:\1|$)/gs
/** The placeholders of a literal: `${x}`, `#{x}`, `{x}`, `%s`, `%(x)d`. */
const fillers = /[$#]?\{[^{}]*\}|%(?:\([^)]*\))?[-+#0]*\d*(?:\.\d+)?[a-zA-Z]|\\[nrt]/

const piecesOf = (source: string): readonly string[] =>
  [...source.matchAll(literals)]
    .flatMap(([, , content = '']) => content.split(fillers))
    .map(piece => piece.replace(/\\(.)/gs, '$1'))
    .filter(piece => lettersOf(piece) >= fewestLettersOfPiece)

const lettersOf = (value: string): number => value.match(/\p{L}/gu)?.length ?? 0
