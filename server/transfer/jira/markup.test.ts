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
  ['{quote}\none\ntwo\n{quote}', '> one\n> two'],
  ['/close\n{color:red}red{color}', '\\/close\nred'],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
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
    '**a**[ b](https://x.test)',
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
  ['nothing', {}, ''],
])('LIST-014 %s of a Jira Cloud document become Markdown', (_what, document, markdown) => {
  expect(markdownOfAdf(document)).toBe(markdown)
})
