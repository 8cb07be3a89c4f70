import { expect, test } from 'vitest'
import { codePointOf, hasUnwanted, unwantedIn, visibleName } from './unwanted-characters.ts'

const told = (text: string) =>
  unwantedIn(text).map(({ from, to, kind, looksLike }) =>
    [kind, codePointOf(text.slice(from, to)), ...(looksLike === undefined ? [] : [looksLike])].join(' '),
  )

test.each<[string, string, readonly string[]]>([
  ['an override', 'access = "user\u202e \u2066// Check\u2069 \u2066"', ['U+202E', 'U+2066', 'U+2069', 'U+2066']],
  ['an override in a name', 'rtl-\u202egnp.txt', ['U+202E']],
  ['marks of direction', 'a\u200eb\u200fc\u061c', ['U+200E', 'U+200F', 'U+061C']],
])('controls of direction are found: %s', (_name, text, found) => {
  expect(told(text)).toEqual(found.map(code => `bidirectional ${code}`))
})

test.each<[string, string, readonly string[]]>([
  ['a zero-width space', 'is\u200bAdmin', ['U+200B']],
  ['joiners between Latin letters', 'a\u200cb\u200dc', ['U+200C', 'U+200D']],
  ['a soft hyphen and a word joiner', 'a\u00adb\u2060c', ['U+00AD', 'U+2060']],
  ['a filler that is an identifier', 'const { timeout,\u3164} = req.query', ['U+3164']],
  ['a separator that ends a comment', '// done\u2028steal()', ['U+2028']],
  ['data in variation selectors', 'eval("\u{e0100}\u{e0101}")', ['U+E0100', 'U+E0101']],
  ['text in tags', 'x\u{e0041}\u{e0042}', ['U+E0041', 'U+E0042']],
  ['a carriage return and an escape', 'rm -rf /\rls \u001b[2K', ['U+000D', 'U+001B']],
  ['a byte order mark in a line', 'a\ufeffb', ['U+FEFF']],
])('characters without a glyph are found: %s', (_name, text, found) => {
  expect(told(text)).toEqual(found.map(code => `invisible ${code}`))
})

test.each<[string, string, readonly string[]]>([
  ['one Cyrillic letter in a Latin word', 'if (isАdmin)', ['U+0410 A']],
  ['a whole word of lookalikes', 'import { сору } from "x"', ['U+0441 c', 'U+043E o', 'U+0440 p', 'U+0443 y']],
  ['a Greek omicron', 'passwοrd', ['U+03BF o']],
  ['a Greek question mark', 'return true\u037e', ['U+037E ;']],
  ['a click in place of an exclamation mark', 'if (environmentǃ=ENV_PROD)', ['U+01C3 !']],
  ['a mathematical letter', 'let 𝐚 = 1', ['U+1D41A a']],
  ['a wide letter in a word', 'uｓer', ['U+FF53 s']],
])('lookalikes are found: %s', (_name, text, found) => {
  expect(told(text)).toEqual(found.map(code => `lookalike ${code}`))
})

test.each([
  'Plain ASCII\tand a tab',
  'a line of Windows\r',
  '\ufeffthe first line of a file',
  'Grüße, naïve café, Łódź, Ærø, ıstanbul',
  '// Проверка: он был а хорош, SQL-запрос, htmlкод',
  'Το αρχείο, α = 0.5, let λ = α + ν',
  'μm Δx σ_max',
  'می‌خواهم نمی‌شود',
  'क्‍ष',
  '👩‍💻 👍🏽 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☎︎ 👨‍👩‍👧‍👦',
  '葛󠄀城市 ＡＢＣ　変数',
  'שלום עולם',
  'const 변수 = 1',
])('text that is what it looks like is left alone: %s', text => {
  expect(told(text)).toEqual([])
  expect(hasUnwanted(text)).toBe(false)
})

test('a name is told with its hidden characters spelled', () => {
  expect(visibleName('rtl-\u202egnp.txt')).toBe('rtl-[U+202E]gnp.txt')
  expect(visibleName('👩‍💻.md')).toBe('👩‍💻.md')
})

test('a long line of unwanted characters has a limited number of marks', () => {
  expect(unwantedIn('\u200b'.repeat(5_000))).toHaveLength(1_000)
})

test.each(['α x ', 'сору '])('a long line of words like %s is read in a time that grows with its length', word => {
  // Read anew for each of its words, it takes minutes.
  expect(unwantedIn(`${word.repeat(40_000)}x`).length).toBe(word.startsWith('α') ? 0 : 1_000)
})
