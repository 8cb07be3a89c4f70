import { expect, test } from 'vitest'
import { markdownOfAdf } from './adf.ts'
import { markdownOfWiki } from './wiki-markup.ts'

test.each<[string, string]>([
  ['h2. Title', '## Title'],
  ['*bold* and _slanted_, -gone-', '**bold** and *slanted*, ~~gone~~'],
  ['* one\n** two\n# three', '- one\n   - two\n1. three'],
  ['{code:java|title=x}\nint a = *b*;\n{code}', '```java\nint a = *b*;\n```'],
  ['{noformat}\n*raw*\n{noformat}', '```\n*raw*\n```'],
  ['see [the page|https://a.test/x] or [https://b.test]', 'see [the page](https://a.test/x) or <https://b.test>'],
  ['ask [~ann], run {{make}}', 'ask **ann**, run `make`'],
  ['||a||b||\n|1|2|', '|a|b|\n| --- | --- |\n|1|2|'],
  ['{quote}\none\ntwo\n{quote}', '> one  \n> two'],
  ['/close\n{color:red}red{color}', '\\/close  \nred'],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
  [
    'List<String> and <tag> and 2*3*4 and see #12 and @ann',
    'List\\<String> and \\<tag> and 2\\*3\\*4 and see \\#12 and \\@ann',
  ],
  [
    '__init__, `x`, &amp;, $a$, ~bug, !7 and [x](y)',
    '\\_\\_init\\_\\_, \\`x\\`, \\&amp;, \\$a\\$, \\~bug, \\!7 and \\[x](y)',
  ],
  ['one\ntwo\n\nthree', 'one  \ntwo\n\nthree'],
  ['> no quote\n=====', '\\> no quote  \n\\====='],
  ['|no|head|\n|1|2|', '|  |  |\n| --- | --- |\n|no|head|\n|1|2|'],
  ['text\n||Name||Value||\n|a \\\\ b|{{x|y}}|', 'text\n\n|Name|Value|\n| --- | --- |\n|a <br>b|`x\\|y`|'],
  ['|two\nlines|[x|https://x.test]|', '|  |  |\n| --- | --- |\n|two<br>lines|[x](https://x.test)|'],
  ['[https://x.test|https://x.test|smart-link]', '<https://x.test>'],
  ['{panel:title=My panel}text{panel}', '> **My panel**\n>\n> text'],
  ['{info:title=Note}careful{info}', '> [!note] Note\n> careful'],
  ['{expand:Details}hidden{expand}', '<details><summary>Details</summary>\n\nhidden\n\n</details>'],
  ['{quote}\n{code}\na\n\nb\n{code}\n{quote}', '> ```\n> a\n>\n> b\n> ```'],
  ['{*}bold{*} and {{a`b}}', '**bold** and `` a`b ``'],
])('LIST-014 the Jira markup %j becomes Markdown', (wiki, markdown) => {
  expect(markdownOfWiki(wiki)).toBe(markdown)
})

const text = (value: string, ...marks: readonly object[]) => ({ type: 'text', text: value, marks })
const paragraph = (...content: readonly object[]) => ({ type: 'paragraph', content })
const doc = (...content: readonly object[]) => ({ type: 'doc', version: 1, content })

test.each<[string, object, string]>([
  [
    'marks',
    doc(paragraph(text('a', { type: 'strong' }), text(' b', { type: 'link', attrs: { href: 'https://x.test' } }))),
    '**a** [b](https://x.test)',
  ],
  [
    'lists',
    doc({
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            paragraph(text('one')),
            { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('two'))] }] },
          ],
        },
      ],
    }),
    '- one\n   1. two',
  ],
  ['code', doc({ type: 'codeBlock', attrs: { language: 'js' }, content: [text('a()')] }), '```js\na()\n```'],
  ['mentions', doc(paragraph({ type: 'mention', attrs: { text: '@Ann Lee' } }, text(' look'))), '**Ann Lee** look'],
  [
    'tables',
    doc({
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph(text('a'))] }] },
        { type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(text('1|2'))] }] },
      ],
    }),
    '| a |\n| --- |\n| 1\\|2 |',
  ],
  ['commands', doc(paragraph(text('/close'))), '\\/close'],
  [
    'blanks in a mark',
    doc(paragraph(text('Note: ', { type: 'strong' }), text('2*3*4 @ann'))),
    '**Note:** 2\\*3\\*4 \\@ann',
  ],
  ['fences in code', doc({ type: 'codeBlock', content: [text('a\n```\nb')] }), '````\na\n```\nb\n````'],
  [
    'the numbers of a list',
    doc({
      type: 'orderedList',
      attrs: { order: 3 },
      content: ['x', 'y'].map(each => ({ type: 'listItem', content: [paragraph(text(each))] })),
    }),
    '3. x\n4. y',
  ],
  [
    'tasks in tasks',
    doc({
      type: 'taskList',
      content: [
        { type: 'taskItem', attrs: { state: 'DONE' }, content: [text('a')] },
        { type: 'taskList', content: [{ type: 'taskItem', attrs: { state: 'TODO' }, content: [text('b')] }] },
      ],
    }),
    '- [x] a\n   - [ ] b',
  ],
  [
    'a section that opens',
    doc({ type: 'expand', attrs: { title: 'More' }, content: [paragraph(text('hidden'))] }),
    '<details><summary>More</summary>\n\nhidden\n\n</details>',
  ],
  [
    'a panel',
    doc({ type: 'panel', attrs: { panelType: 'warning' }, content: [paragraph(text('hot'))] }),
    '> [!caution]\n> hot',
  ],
  ['nothing', {}, ''],
])('LIST-014 %s of a Jira Cloud document become Markdown', (_what, document, markdown) => {
  expect(markdownOfAdf(document)).toBe(markdown)
})

/** Characters. A pattern of quadratic cost would need minutes for this many. */
const long = 200_000

test.each([
  '{code:x}',
  '{{',
  '[',
  '[^',
  '[~',
  '[https://',
  '[a|b',
  '{color:',
  '\n',
  ' ',
  '!',
  '\\',
  '{quote}',
  ' *a',
  '*',
  '`',
])(
  'LIST-014 a Jira text of nothing but %j is read to its end, and its Markdown grows by no more than its fences',
  part => {
    const given = `${part.repeat(long / part.length)}x`
    const table = doc({ type: 'table', content: [{ content: [{ content: [paragraph(text(given))] }] }] })
    for (const [markdown, end] of [
      [markdownOfWiki(given), /x$/],
      [markdownOfWiki(`{code}${given}{code}`), /x\n`+$/],
      [markdownOfAdf(table), /x \|\n\| --- \|$/],
    ] as const) {
      expect(markdown).toMatch(end)
      // Two fences, each longer than the longest run of backticks.
      expect(markdown.length).toBeLessThanOrEqual(3 * given.length + 20)
    }
  },
)

const nested = (depth: number): object => {
  let node: object = paragraph(text('deep'))
  for (let at = 0; at < depth; at += 1) node = { type: 'x', content: [node] }
  return { type: 'paragraph', content: [node] }
}

test.each<[string, unknown]>([
  ['children that are no nodes', { content: [null, 1, 'x', { type: 'bulletList', content: [null] }] }],
  ['marks that are no list', paragraph(text('a'), { type: 'text', text: {}, marks: { a: 1 } })],
  ['marks that are no marks', paragraph({ type: 'text', text: 1, marks: [null, 'x', { type: 'link', attrs: null }] })],
  ['a date that no calendar has', paragraph({ type: 'date', attrs: { timestamp: 9e15 } })],
  ['attributes that are no texts', paragraph({ type: 'mention', attrs: { text: { toString: 1 } } })],
  ['nodes within nodes', doc(nested(20_000))],
])('LIST-014 a Jira document with %s is read as far as it can be', (_what, document) => {
  expect(typeof markdownOfAdf(document)).toBe('string')
})
