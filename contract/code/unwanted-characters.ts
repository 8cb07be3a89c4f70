/** A character that makes code or a name read as something else than it is (CVE-2021-42574, CVE-2021-42694). */
export interface UnwantedCharacter {
  /** The offset in UTF-16 units of the text; `to` is exclusive. */
  readonly from: number
  readonly to: number
  readonly kind: UnwantedKind
  /** The Latin letter or the sign that a lookalike is taken for. */
  readonly looksLike?: string
}

export type UnwantedKind = 'bidirectional' | 'invisible' | 'lookalike'

/** Longer lists help no reader, and each mark costs an element. */
const maxPerText = 1_000

/** Most lines are plain and cost this test alone. */
const notPlain = /[^\t\x20-\x7e]/

const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const joiningScripts = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese', 'Javanese'],
].map(script => `\\p{Script=${script}}`)

/** Hidden characters where they belong: in emoji and flags, after ideographs, and in scripts that join letters. */
const rightful = [
  '^\\ufeff',
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}',
  '[0-9#*]\\ufe0f\\u20e3',
  '\\p{ExtPict}(?:[\\ufe0e\\ufe0f]|\\p{EMod})?(?:\\u200d\\p{ExtPict}(?:\\ufe0f|\\p{EMod})?)*',
  '[\\p{So}\\p{Sm}\\p{Po}][\\ufe00-\\ufe0f]',
  '\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '\\p{Script=Mongolian}[\\u180b-\\u180d]',
  `(?<=[${joiningScripts.join('')}]\\p{M}?)[\\u200c\\u200d]`,
].join('|')

/** Controls, separators of lines within one, and characters without a glyph. Form feeds separate pages in older code. */
const withoutGlyph =
  '[\\0-\\x08\\x0b\\x0e-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}' +
  '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]|\\r(?!$)'

const hiddenOrRightful = new RegExp(`${rightful}|(?<hidden>${withoutGlyph})`, 'gu')
const anyWithoutGlyph = new RegExp(withoutGlyph, 'u')

interface Script {
  readonly letter: RegExp
  readonly lookalikes: ReadonlyMap<string, string>
  /** Letters that stand alone in formulas, so that a word of them is suspicious only beside Latin letters. */
  readonly symbols: string
}

/** Pairs of a letter and what it looks like, after the confusables of Unicode (UTS 39). */
const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(' ').map(pair => [[...pair][0] ?? '', [...pair][1] ?? '']))

const scripts: readonly Script[] = [
  {
    letter: /\p{Script=Cyrillic}/u,
    lookalikes: pairs(
      'аa сc ԁd еe һh іi јj кk ӏl оo рp ԛq гr ѕs тt цu ѵv ԝw хx уy АA ВB СC ЕE НH ІI ЈJ КK ԼL МM ОO РP ԚQ ЅS ТT Ѵv ԜW ХX ҮY УY ӀI З3 бb',
    ),
    symbols: '',
  },
  {
    letter: /\p{Script=Greek}/u,
    lookalikes: pairs('αa ϲc ιi ϳj κk νv οo ρp τt υu χx γy ωw ΑA ΒB ϹC ΕE ΗH ΙI ͿJ ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ΖZ'),
    symbols: 'αικνρτυχγω',
  },
  {
    letter: /\p{Script=Armenian}/u,
    lookalikes: pairs('ցg հh յj ո\u006e օo զq ս\u0075 ՍU ՏS ՕO ԼL'),
    symbols: '',
  },
  {
    letter: /\p{Script=Cherokee}/u,
    lookalikes: pairs('ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᎩY ᏃZ'),
    symbols: '',
  },
  {
    letter: /\p{Script=Coptic}/u,
    lookalikes: pairs('ⲟo ⲣp ⲥc ⲓi ⲕk ⲩy ⲬX ⲞO ⲢP ⲤC ⲔK ⲎH ⲘM ⲚN ⲦT ⲂB'),
    symbols: '',
  },
  {
    letter: /\p{Script=Lisu}/u,
    lookalikes: pairs('ꓐB ꓑP ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU'),
    symbols: '',
  },
]

/** Latin letters that hardly any language has. */
const latinLookalikes = pairs('ɑa ɡg ɩi ǀl ƽs')

/** Wide and mathematical letters, and Roman numerals. */
const compatibilityLetter = /[\uff10-\uff5a\u2160-\u217f\u{1d400}-\u{1d7ff}]/u

/** Signs that are taken for those of programs. */
const signs = pairs('\u037e; ǃ! ∕/ ⁄/ ⧸/ ∶: ꞉: ․. ‚, ⵑ! ∣| ∖\\ ⧵\\ ꓸ. ꓽ:')
const anySign = new RegExp(`[${[...signs.keys()].map(sign => (sign === '\\' ? '\\\\' : sign)).join('')}]`, 'gu')

const anyLookalike = new RegExp(
  `[${[...scripts.flatMap(({ lookalikes }) => [...lookalikes.keys()]), ...latinLookalikes.keys()].join('')}]|${compatibilityLetter.source}`,
  'u',
)
const words = /[\p{L}\p{M}\p{N}$]+/gu
const asciiLetter = /[A-Za-z]/

/**
 * Find the characters of a line of code, or of a name, that are not what they look like.
 *
 * @returns in the order of the text, the first 1,000
 */
export function unwantedIn(text: string): readonly UnwantedCharacter[] {
  if (!notPlain.test(text)) return []
  const found = [hiddenIn, signsIn, lookalikesIn].flatMap(find => firstOf(find(text)))
  return found.length < 2 ? found : found.toSorted((one, other) => one.from - other.from).slice(0, maxPerText)
}

function firstOf(characters: Generator<UnwantedCharacter>): readonly UnwantedCharacter[] {
  const first: UnwantedCharacter[] = []
  for (const character of characters) if (first.push(character) === maxPerText) break
  return first
}

/** Whether a text has one, at the cost of the first. */
export function hasUnwanted(text: string): boolean {
  if (!notPlain.test(text)) return false
  return [hiddenIn, signsIn, lookalikesIn].some(find => find(text).next().done !== true)
}

/**
 * A name in which hidden characters are spelled as their code points, for titles, menus and other plain text:
 * `rtl-[U+202E]gnp.txt`.
 */
export function visibleName(name: string): string {
  if (!anyWithoutGlyph.test(name)) return name
  let visible = ''
  let done = 0
  for (const { from, to } of hiddenIn(name)) {
    visible += `${name.slice(done, from)}[${codePointOf(name.slice(from, to))}]`
    done = to
  }
  return visible + name.slice(done)
}

/** The notation of Unicode: U+202E. */
export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function* hiddenIn(text: string): Generator<UnwantedCharacter> {
  if (!anyWithoutGlyph.test(text)) return
  for (const { 0: character, index, groups } of text.matchAll(hiddenOrRightful)) {
    if (groups?.hidden === undefined) continue
    const kind = bidirectional.test(character) ? 'bidirectional' : 'invisible'
    yield { from: index, to: index + character.length, kind }
  }
}

function* signsIn(text: string): Generator<UnwantedCharacter> {
  for (const { 0: sign, index } of text.matchAll(anySign)) {
    yield { from: index, to: index + sign.length, kind: 'lookalike', looksLike: signs.get(sign) ?? '' }
  }
}

/**
 * Letters that look like Latin ones, beside Latin letters or instead of a whole word. A word of a text in that script is
 * none: it has letters, or stands beside words with letters, that look like no Latin one.
 */
function* lookalikesIn(text: string): Generator<UnwantedCharacter> {
  if (!anyLookalike.test(text)) return
  const isWritten = rememberWritten(text)
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!anyLookalike.test(word)) continue
    const isMixed = asciiLetter.test(word)
    yield* lettersIn(word, index, isMixed)
    for (const script of scripts) yield* runsIn(script, { word, start: index, isMixed }, isWritten)
  }
}

function* lettersIn(word: string, start: number, isMixed: boolean): Generator<UnwantedCharacter> {
  let at = start
  for (const letter of word) {
    const to = at + letter.length
    const looksLike =
      latinLookalikes.get(letter) ?? (compatibilityLetter.test(letter) ? letter.normalize('NFKC') : null)
    // Mathematical letters are in no alphabet that people write words with.
    if (looksLike !== null && (isMixed || letter.length > 1)) yield { from: at, to, kind: 'lookalike', looksLike }
    at = to
  }
}

interface Word {
  readonly word: string
  /** The offset in the text. */
  readonly start: number
  /** Whether it has Latin letters. */
  readonly isMixed: boolean
}

function* runsIn(
  script: Script,
  { word, start, isMixed }: Word,
  isWritten: (script: Script) => boolean,
): Generator<UnwantedCharacter> {
  const { letter, lookalikes, symbols } = script
  for (const { 0: run, index } of word.matchAll(new RegExp(`(?:${letter.source})+`, 'gu'))) {
    const letters = [...run]
    if (letters.some(each => !lookalikes.has(each))) continue
    const isWord = run.length === word.length
    if (!isMixed && (!isWord || letters.every(each => symbols.includes(each)) || isWritten(script))) continue
    let from = start + index
    for (const each of letters) {
      yield { from, to: from + each.length, kind: 'lookalike', looksLike: lookalikes.get(each) ?? '' }
      from += each.length
    }
  }
}

/**
 * Whether a text is written in a script: it has no Latin letters, or some of the script that look like no Latin one. It is read once for
 * each script, as a long line may have thousands of words.
 */
function rememberWritten(text: string): (script: Script) => boolean {
  const isAlone = !asciiLetter.test(text)
  const known = new Map<Script, boolean>()
  return script => {
    const isWritten = isAlone || (known.get(script) ?? hasOtherLetters(script, text))
    known.set(script, isWritten)
    return isWritten
  }
}

function hasOtherLetters({ letter, lookalikes }: Script, text: string): boolean {
  for (const [each] of text.matchAll(new RegExp(letter.source, 'gu'))) if (!lookalikes.has(each)) return true
  return false
}
