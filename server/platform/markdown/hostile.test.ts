import { Session } from 'node:inspector/promises'
import { expect, onTestFinished, test } from 'vitest'
import { renderParsed, scanMarkdownSafely } from './markdown.ts'
import * as syntaxes from './references.ts'

const all = [
  syntaxes.userMention,
  ...syntaxes.issueReferences,
  ...syntaxes.mergeRequestReferences,
  ...syntaxes.epicReferences,
  ...syntaxes.snippetReferences,
  ...syntaxes.labelReferences,
  ...syntaxes.milestoneReferences,
  ...syntaxes.commitReferences,
]
const options = { siteUrl: 'https://weft.test', uploadsBase: '/-/project/7', blobBase: '/group/project/-/blob/main' }

// Texts that have brought parsers of markdown, of links and of code to their knees, and those for which ours has rules.
const pieces = [
  '*', '**a', '_a_', '*a **b', '[', '![', '[a](', '[a][', '](', '[[a]]', '<', '<a', '<b>', '</b>', '<!--', '<?', '<![CDATA[', '<details>',
  '&', '&amp', '`', '``a', '~~', '>', '> ', '- ', '* a\n', '1. ', '#', '#1 ', '!1 ', '%1 ', '&1 ', '~a ', '@a ', 'a@b.c ', '$', '$a$ ', '$`',
  '[^1]', '[^1]: a\n', '[a]: b\n', '|', 'a|b\n', '-|-\n', 'http://', 'http://a.b ', 'www.a.b ', '\\', '\\[', ':a:', '\n', '\t', '    a\n',
  '```\n', '```ts\n', '~~~', '- [ ] a\n', '{+', '[-', 'abcdef01 ', 'a/b#1 ', '"', 'é', '😀', '..', '=\n', 'a\n=\n', '---\na: b\n', '[TOC]\n',
  '(', '{', '<script>', '/uploads/', ';;;\n', '>>>\n',
] // biome-ignore format: a table of signs

async function render(text: string) {
  const parsed = await scanMarkdownSafely(text, all, options)
  return renderParsed(parsed, () => ({ href: '/x', text: 'x', classes: '', data: { referenceId: 1 } }))
}

// A number that takes some milliseconds on a small machine.
const maxSteps = 200_000

/**
 * The number of basic blocks that the main thread runs for a text: the same number on every machine. The watch over the
 * thread depends on the clock and is left out.
 */
async function steps(inspector: Session, run: () => Promise<unknown>): Promise<number> {
  await inspector.post('Profiler.takePreciseCoverage')
  await run()
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  return result
    .filter(
      ({ url }) =>
        /markdown|sanitize|htmlparser|linkify|entities|mdurl|domhandler|postcss/.test(url) &&
        !/scan-thread|\.test\./.test(url),
    )
    .flatMap(script => script.functions.flatMap(each => each.ranges.map(range => range.count)))
    .reduce((sum, count) => sum + count, 0)
}

const cut = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

test('no text of some thousand signs keeps the main thread busy: what is dense with signs goes to another', async () => {
  const inspector = new Session()
  inspector.connect()
  onTestFinished(() => inspector.disconnect())
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  await render(cut('warm *up* #1 `a` <b>x</b>\n', 1_500))
  const dear: string[] = []
  for (const [index, first] of pieces.entries()) {
    const second = pieces[(index * 7 + 3) % pieces.length] ?? ''
    for (const text of [
      cut(first, 2_000),
      cut(first + second, 2_000),
      cut(`${first} lorem `, 2_000),
      cut(first, 160),
    ]) {
      const count = await steps(inspector, () => render(text))
      if (count > maxSteps) dear.push(`${JSON.stringify(text.slice(0, 30))}: ${count} steps`)
    }
  }
  expect(dear).toEqual([])
}, 120_000)

test.each(['#1 ', '@alice ', '[a](', '*a ', '| a ', '<a '])(
  'a long text of %j is rendered or shown as it was typed, and the server works on meanwhile',
  async piece => {
    // An immediate runs after the timers of a turn of the event loop, before any answer of another thread can arrive.
    await new Promise(resolve => setTimeout(resolve))
    let isMainThreadFree = false
    setImmediate(() => {
      isMainThreadFree = true
    })
    const html = await render(cut(piece, 400_000))
    expect(html).toMatch(/^<(?:p>|pre class="markdown-unrendered")/)
    if (html.startsWith('<pre')) expect(html).toContain('This text is too complex to render')
    expect(isMainThreadFree).toBe(true)
  },
)
