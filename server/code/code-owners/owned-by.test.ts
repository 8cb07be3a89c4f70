import { expect, test, vi } from 'vitest'
import { codeOwnersLimits } from '#contract/code/code-owners.ts'
import { entriesFor, requiredPaths } from './owned-by.ts'
import { decodeCodeOwners, parseCodeOwners } from './parse.ts'
import { pauses } from './pauses.ts'

/** Turns of the event loop during some work. Each time the work looks at the clock, its slice of time is over. */
async function turnsOf(work: (turn: () => number) => Promise<unknown>): Promise<number> {
  let [nowMs, turns, isDone] = [0, 0, false]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 8
    return nowMs
  })
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work(() => turns).finally(() => clock.mockRestore())
  isDone = true
  return turns
}

test.each<[string, readonly string[], readonly string[]]>([
  ['*', ['a.txt', '.env', 'src/deep/b.rb'], []],
  ['*.rb', ['a.rb', 'src/deep/a.rb'], ['a.rbs', 'rb']],
  ['/docs/', ['docs/a.md', 'docs/deep/b.md'], ['src/docs/a.md', 'docs']],
  ['docs/', ['docs/a.md', 'src/docs/deep/b.md'], ['docs', 'mydocs/a.md']],
  ['/README.md', ['README.md'], ['docs/README.md']],
  ['README.md', ['README.md', 'docs/README.md'], ['README.mdx']],
  ['/docs/*', ['docs/a.md'], ['docs/deep/b.md']],
  ['/docs/**', ['docs/a.md', 'docs/deep/b.md'], ['a.md']],
  ['/src/**/index.js', ['src/index.js', 'src/a/b/index.js'], ['index.js', 'src/a/index.jsx']],
  ['src/*/test', ['src/a/test', 'x/src/a/test'], ['src/test', 'src/a/b/test']],
  [String.raw`\#file`, ['#file', 'docs/#file'], ['file']],
  [String.raw`path\ with\ spaces/`, ['path with spaces/a'], ['path']],
  ['file?.[ch]', ['file1.c', 'file2.h'], ['file.c', 'file1.o']],
  [String.raw`app/\[id\].ts`, ['app/[id].ts'], ['app/i.ts']],
  ['/a/**/b/**/c*', ['a/b/c', 'a/b/x/b/y/cc', 'a/x/b/c'], ['a/c', 'b/c', 'a/b/x/d', 'a/b']],
  ['**/x/**', ['x/a', 'y/x/a/b'], ['x', 'y/x']],
  ['/a*b*c', ['abc', 'a1b2c', 'abcbc'], ['ab', 'abcd']],
])('the pattern %j matches %j, and not %j', async (pattern, yes, no) => {
  expect(await requiredPaths(parseCodeOwners(`${pattern} @owner`), [...yes, ...no])).toEqual(yes)
})

const decided = async (content: string, ...paths: string[]) =>
  (await entriesFor(parseCodeOwners(content), paths)).map(({ section, pattern, approvals, owners }) => [
    section,
    pattern,
    approvals,
    ...owners.names,
    ...owners.emails,
    ...owners.roles,
  ])

test('the last entry that matches a file decides, in each section by itself', async () => {
  const content = `
# Everything
* @everyone
*.md @Writers dana@example.com # The inline comment is left out, as is @nobody

[Ruby][2] @gems/core
*.rb
lib/ @@maintainer
^[Optional]
*.rb @reader
!lib/secret.rb
[RUBY]
lib/last.rb @last
`
  expect(await decided(content, 'README.md')).toEqual([['codeowners', '*.md', 1, 'writers', 'dana@example.com']])
  expect(await decided(content, 'lib/a.rb', 'b.rb')).toEqual([
    ['codeowners', '*', 1, 'everyone'],
    ['Ruby', '*.rb', 2, 'gems/core'],
    ['Ruby', 'lib/', 2, 40],
    ['Optional', '*.rb', 0, 'reader'],
  ])
  expect(await decided(content, 'lib/secret.rb')).toEqual([
    ['codeowners', '*', 1, 'everyone'],
    ['Ruby', 'lib/', 2, 40],
  ])
  expect(await decided(content, 'lib/last.rb')).toContainEqual(['Ruby', 'lib/last.rb', 1, 'last'])
})

test('a section is optional only if all its headings are, and an entry without owners takes a file from the entries before', async () => {
  const mixed = '^[Docs]\n/docs/a @a\n[docs]\n/docs/b @b\n'
  expect(await decided(mixed, 'docs/a')).toEqual([['Docs', '/docs/a', 1, 'a']])
  expect(await decided('* @all\n^[codeowners]\n*.md @writer\n', 'a.rb')).toEqual([['codeowners', '*', 1, 'all']])
  expect(await decided('* @all\n/free\n', 'free')).toEqual([])
  expect(await requiredPaths(parseCodeOwners('^[Docs]\n/docs/ @a\n[Code]\n/src/ @b\n'), ['docs/a', 'src/b'])).toEqual([
    'src/b',
  ])
})

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFF*.rb @owner\n'), ['a.rb']],
  ['little-endian UTF-16', Buffer.from('\uFEFF*.rb @owner\n', 'utf16le'), ['a.rb']],
  ['big-endian UTF-16', Buffer.from('\uFEFF*.rb @owner\n', 'utf16le').swap16(), ['a.rb']],
  ['a single character', Buffer.from('*'), []],
])('a file of %s is decoded', async (_name, content, owned) => {
  expect(await requiredPaths(await decodeCodeOwners(content), ['a.rb'])).toEqual(owned)
})

test('lines that do not do what they seem to are reported by number', () => {
  const content = [
    '[Unclosed @x',
    '[] @x',
    '[Zero][0] @x',
    '^[Optional][2] @x',
    '[Bare]',
    'a',
    'b plainword',
    `${'p'.repeat(codeOwnersLimits.patternChars + 1)} @x`,
    'c @x @@constructor @@__proto__',
  ].join('\n')
  expect(parseCodeOwners(content).problems.map(({ line, fault }) => `${line} ${fault}`)).toEqual([
    '1 section-malformed',
    '2 section-unnamed',
    '3 approvals-invalid',
    '4 approvals-of-optional',
    '6 owners-missing',
    '7 owner-malformed',
    '7 owners-missing',
    '8 pattern-too-long',
    '9 owner-malformed',
    '9 owner-malformed',
  ])
  const long = parseCodeOwners('* @x\n'.repeat(codeOwnersLimits.entries + 5))
  expect([long.entries.length, long.problems]).toEqual([10_000, [{ line: 10_001, fault: 'too-many-entries' }]])
})

// The clock is read once for 32 patterns that are compiled, and once for 32,768 steps of lookups.
test('10,000 patterns let the event loop go on again and again while they are compared with many files', async () => {
  const patterns = Array.from({ length: 10_000 }, (_, at) => `/src/area${at % 500}/**/part-${at}-*.ts @owner`)
  const file = parseCodeOwners(patterns.join('\n'))
  const paths = Array.from({ length: 2_000 }, (_, at) => `src/area${at % 500}/deep/er/part-${at}-x.ts`)
  const turns = await turnsOf(async () => expect(await entriesFor(file, paths)).toHaveLength(2_000))
  expect(turns).toBeGreaterThanOrEqual(10_000 / 32)
})

test('the entries of a section share its owners, of which a line names 500', () => {
  const names = Array.from({ length: 501 }, (_, at) => `@owner${at}`).join(' ')
  const { entries, problems } = parseCodeOwners(`[Long] ${names}\na\nb\nc @owner1 @owner2\nd @owner1 @owner2\n`)
  const [a, b, c, d] = entries.map(({ owners }) => owners)
  expect([a?.names.length, a === b, c === d, problems]).toEqual([
    500,
    true,
    true,
    [{ line: 1, fault: 'owners-too-many' }],
  ])
})

test('patterns of many folders are compared with a deep path in several turns of the event loop', async () => {
  const deep = `${'?/'.repeat(120)}[b]/? @owner`
  const file = parseCodeOwners(Array.from({ length: 31 }, () => deep).join('\n'))
  const path = Array.from({ length: 2_000 }, () => 'a').join('/')
  // Each of the 2,000 names is looked up in three ways in each of 120 places.
  expect(await turnsOf(() => entriesFor(file, [path]))).toBeGreaterThanOrEqual((2_000 * 120 * 3) / 32_768)
})

test.each<[string, () => string, () => readonly string[], number]>([
  [
    'hundreds of sections that match each file',
    () => Array.from({ length: 500 }, (_, at) => `[Section ${at}]\n* @owner${at}`).join('\n'),
    () => Array.from({ length: 2_000 }, (_, at) => `${at}.txt`),
    500 / 32 + (500 * 2_000) / 32_768,
  ],
  [
    'patterns with texts of all lengths and a long name',
    () => Array.from({ length: 490 }, (_, at) => `*${'a'.repeat(at)}b* @owner`).join('\n'),
    () => Array.from({ length: 8 }, (_, at) => `${'a'.repeat(4_000)}${at}`),
    // A step passes 32 characters.
    490 / 32 + (490 * 8 * (4_000 / 32)) / 32_768,
  ],
])('%s are looked up without holding the event loop', async (_what, content, paths, turns) => {
  const file = parseCodeOwners(content())
  expect(await turnsOf(() => entriesFor(file, paths()))).toBeGreaterThanOrEqual(turns)
})

test('work that is cut into slices at several places goes on in one place a turn', async () => {
  let resumed: readonly number[] = []
  await turnsOf(async turn => {
    resumed = await Promise.all(
      Array.from({ length: 5 }, async () => {
        await pauses()()
        return turn()
      }),
    )
  })
  expect(new Set(resumed).size).toBe(5)
})
