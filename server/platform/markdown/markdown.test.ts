import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { emojiByName } from './emoji.ts'
import { markdownVersion, renderParsed, scanMarkdown, scanMarkdownSafely } from './markdown.ts'
import { redact, storedReferences } from './redact.ts'
import type { ReferenceMatch, ReferenceSyntax, RenderedReference } from './references.ts'
import * as syntaxes from './references.ts'
import type { MarkdownOptions } from './scan.ts'
import { summarizeTasks, toggleTask } from './tasks.ts'
import { plainText } from './text.ts'

const all: readonly ReferenceSyntax[] = [
  syntaxes.userMention,
  ...syntaxes.issueReferences,
  ...syntaxes.mergeRequestReferences,
  ...syntaxes.epicReferences,
  ...syntaxes.snippetReferences,
  ...syntaxes.labelReferences,
  ...syntaxes.milestoneReferences,
  ...syntaxes.commitReferences,
]
const options: MarkdownOptions = {
  siteUrl: 'https://weft.test',
  uploadsBase: '/-/project/7',
  blobBase: '/group/project/-/blob/main',
  rawBase: '/group/project/-/raw/main',
}

/** Every target exists, unless its name says that it does not. */
function resolve(match: ReferenceMatch): RenderedReference | null {
  if (/^(?:404|nobody|unknown|20|0123456)$/.test(match.target)) return null
  const { kind, path, target, suffix, fragment } = match
  return {
    href: `/${path ?? 'group/project'}/-/${kind}/${target}`,
    text: `[${kind} ${path ?? ''} ${target}${suffix}${fragment === null ? '' : ` ${fragment}`}]`,
    classes: kind === 'label' ? 'label' : '',
    data: kind === 'user' ? { user: 1 } : { referenceId: 12 },
    ...(kind === 'label' ? { style: '--label: #ff0000' } : {}),
  }
}

const scan = (text: string, given: MarkdownOptions = options) => scanMarkdown(text, all, given)
const render = (text: string, given: MarkdownOptions = options) => renderParsed(scan(text, given), resolve)

describe('golden files', () => {
  const folder = new URL('../../../test/golden/markdown/', import.meta.url)
  const names = readdirSync(folder).filter(name => name.endsWith('.md'))
  test.each(names)('%s', name => {
    const html = render(readFileSync(new URL(name, folder), 'utf8'))
    const expected = new URL(name.replace(/\.md$/, '.html'), folder)
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(expected, html)
    expect(html).toBe(readFileSync(expected, 'utf8'))
  })
})

describe('references', () => {
  const found = (text: string) =>
    scan(text).references.map(({ kind, path, target, suffix }) => [kind, path, target, suffix])

  test('reads path, target and suffix', () => {
    expect(found('group/project#12+s and ~"two words" in %v1.2.')).toEqual([
      ['issue', 'group/project', '12', '+s'],
      ['label', null, 'two words', ''],
      ['milestone', null, 'v1.2', ''],
    ])
  })

  test('a backslash, code and links keep plain text', () => {
    expect(found('\\#12 `#12` [#12](x) <code>#12</code> <a href="x">#12</a>\n\n    #12\n\n```\n#12\n```')).toEqual([])
  })

  test('a parse that returns null leaves the typed text', () => {
    const odd: ReferenceSyntax = {
      kind: 'issue',
      pattern: /#(\d+)/,
      parse: match => (Number(match[1]) % 2 === 1 ? { path: null, target: match[1] ?? '' } : null),
    }
    const parsed = scanMarkdown('#1 #2', [odd], {})
    expect(parsed.references.map(reference => reference.target)).toEqual(['1'])
    expect(renderParsed(parsed, resolve)).toContain('</a> #2</p>')
  })

  test('addresses below the path of the site are references, their fragment kept', () => {
    const parsed = scan('https://weft.test/base/group/project/-/issues/12#note_3', {
      siteUrl: 'https://weft.test/base/',
    })
    expect(parsed.references).toMatchObject([
      { kind: 'issue', path: 'group/project', target: '12', fragment: 'note_3', form: 'url' },
    ])
  })

  test('mentions: not in code, in quotes too, and whether they open their line', () => {
    const { mentions } = scan('@ann @bob: hello @cid\n> @dee\n\n`@eve`\n\n- @fay')
    expect(mentions).toEqual([
      { username: 'ann', atLineStart: true },
      { username: 'bob', atLineStart: true },
      { username: 'cid', atLineStart: false },
      { username: 'dee', atLineStart: true },
      { username: 'fay', atLineStart: true },
    ])
  })

  test.each([
    ['It is $`a_1`$.', ['inline a_1']],
    ['It is $a_1 + b_1$, or $\\$5$.', ['inline a_1 + b_1', 'inline \\$5']],
    ['$$\n\\int_0^1 x\n$$', ['display \n\\int_0^1 x\n']],
    ['Twice $2x + 1$ is even.', ['inline 2x + 1']],
    ['A row $$x$$ in words.', ['display x']],
    ['It costs $5 and $6, or $5-$10, or 5$ to 6$.', []],
    ['Set $HOME/$USER, $A:$B and a$b$c.', []],
    ['`$x$` and \\$x$ and $ x $ and $$$$ and $', []],
    ['See $12 and $13.', []],
  ])('formulas of %j', (text, formulas) => {
    const found = [...render(text).matchAll(/data-math-style="(\w+)">([^<]*)</g)]
    expect(found.map(([, style, source]) => `${style} ${source}`)).toEqual(formulas)
  })

  test('an author cannot write the marker of a reference', () => {
    const html = render(
      '#12 \uFDD2r0\uFDD3 &#xFDD2;r0&#xFDD3; <b title="\uFDD2r0\uFDD3&#xFDD2;r0&#xFDD3;">&#xFDD2;r0&#xFDD3;</b>',
    )
    expect(html.match(/data-reference-id/g)).toHaveLength(1)
    expect(html).not.toMatch(/[\uFDD0-\uFDEF]/)
  })

  test('uploads are listed once, also those in raw HTML', () => {
    const file = '/uploads/0123456789abcdef0123456789abcdef/a.png'
    expect(scan(`![a](${file}) <img src="${file}"> [b](${file})`).uploads).toEqual([file])
  })

  test('links of a file start at its folder', () => {
    const html = render('[a](b.md) [r](/LICENSE) [u](../../../x)', { ...options, directory: 'docs/guide' })
    expect([...html.matchAll(/href="([^"]*)"/g)].map(match => match[1])).toEqual([
      '/group/project/-/blob/main/docs/guide/b.md',
      '/group/project/-/blob/main/LICENSE',
      '/group/project/-/blob/main/x',
    ])
  })

  test('a line is text, references and emoji, nothing else', () => {
    expect(render('**#12** <b>:tada:</b>\n# x', { ...options, line: true })).toBe(
      '**<a data-reference-id="12" class="gfm gfm-issue" data-original="#12" data-reference-type="issue" href="/group/project/-/issue/12">' +
        '[issue  12]</a>** &lt;b&gt;<gl-emoji title="party popper" data-name="tada" data-unicode-version="6.0">🎉</gl-emoji>&lt;/b&gt; # x',
    )
  })
})

describe('redaction', () => {
  const hidden = () => false

  test('references that cannot be read become the typed text again, the rest stays', () => {
    const html = render('see #12 and group/project#13 with ~"a & b", by @ann')
    expect(redact(html, hidden)).toBe(
      '<p>see #12 and group/project#13 with ~&quot;a &amp; b&quot;, by <a class="gfm gfm-user" data-original="@ann" ' +
        'data-reference-type="user" data-user="1" href="/group/project/-/user/ann">[user  ann]</a></p>\n',
    )
    expect(redact(html, () => true)).toBe(html)
    expect(redact(html, ({ kind }) => kind === 'label')).toContain('gfm-label')
    expect(storedReferences(html)).toEqual([
      { kind: 'issue', id: '12' },
      { kind: 'label', id: '12' },
    ])
  })

  test('a link with words of its own keeps them and loses what tells of the target', () => {
    const parsed = scan('[mine](https://weft.test/group/project/-/issues/12)')
    const html = renderParsed(parsed, match => ({ ...(resolve(match) as RenderedReference), title: 'Secret' }))
    expect(html).toContain('title="Secret"')
    expect(redact(html, hidden)).toBe('<p><a href="https://weft.test/group/project/-/issues/12">mine</a></p>\n')
  })

  test('text that looks like a reference is left alone', () => {
    const html = render(
      '<a id="x">a</a> data-reference-id="1" data-link-reference="true" href="javascript:alert(1)" > </a>',
    )
    expect(redact(html, hidden)).toBe(html)
    expect(storedReferences(html)).toEqual([])
  })
})

describe('nothing can be injected', () => {
  const marks = '`x" onmouseover=alert(1) y="` :tada: #12 `#f00`'
  const attempts = [
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="x" onerror="alert(1)" style="position:fixed">',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>">',
    '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
    '<form action="javascript:alert(1)"><input type="submit" formaction="javascript:alert(1)"><button>x</button></form>',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:alert(1)"><link rel="stylesheet" href="x">',
    '<a href="javascript:alert(1)">x</a> <a href=" java\nscript:alert(1)">x</a> <a href="&#106;avascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&colon;alert(1)">x</a> <a href="\u0001javascript:alert(1)">x</a> <a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:x">x</a> <a href="blob:https://weft.test/x">x</a> <a href="file:///etc/passwd">x</a>',
    '[x](javascript:alert(1)) [x](<java\tscript:alert(1)>) [x](data:text/html;base64,PHN2Zz4=) [x](&#x6A;avascript:alert(1))',
    '![x](data:image/svg+xml;base64,PHN2Zz4=) ![x](javascript:alert(1)) ![x" onerror="alert(1)](y)',
    '![x](https://e.example/"onerror="alert(1).mp4) ![" autofocus onfocus=alert(1) x="](a.mp4)',
    '[x](https://e.example "title\\" onclick=\\"alert(1)") [a]: javascript:alert(1)',
    '<javascript:alert(1)> <https://e.example/"onclick="alert(1)>',
    '[ref][r]\n\n[r]: javascript:alert(1) "x"',
    '# <img src=x onerror=alert(1)> " onclick="alert(1)\n\n[TOC]',
    '```"><img src=x onerror=alert(1)>\nx\n```',
    '```js" onclick="alert(1)\n"><img src=x onerror=alert(1)>\n```',
    '```x&#32;modal-open\nx\n```',
    `<div title="\n\n${marks}\n\n">`,
    `<a href="\n\n${marks}\n\n">x</a>`,
    `<!--\n\n${marks}\n\n--> <style>\n\n${marks}\n\n</style>`,
    `<table><tr><td>${marks}<td title='\n\n- [ ] ${marks}\n\n'>`,
    '<li>\n\n- [ ] `" onmouseover=alert(1)`\n\n</li>',
    '[^"><img src=x onerror=alert(1)>]: x\n\n[^"><img src=x onerror=alert(1)>]',
    '`#f00;background:url(javascript:alert(1))` `rgb(1,2,3);x:y` {+ <img src=x onerror=alert(1)> +}',
    '<a class="gfm gfm-issue" data-reference-type="issue" data-reference-id="1" data-original="<img src=x onerror=alert(1)>">x</a>',
    '<p class="modal fixed hidden" id="root" name="body" data-method="delete" data-remote="true" aria-hidden="true">x</p>',
    '<img name="body" id="currentUser"><a id="location" href="#location">x</a><form id="x"><input name="id"></form>',
    '<input type="checkbox" class="task-list-item-checkbox"><li class="task-list-item" data-sourcepos-line="1">',
    '~"<img src=x onerror=alert(1)>" %"\\" onclick=\\"alert(1)"',
    '> [!note] <img src=x onerror=alert(1)>\n> <script>alert(1)</script>',
    'https://weft.test/group/project/-/issues/12?"><img src=x onerror=alert(1)> www.e.example/"onclick=alert(1)',
    '$`<img src=x onerror=alert(1)>`$\n\n```mermaid\n<img src=x onerror=alert(1)>\n```',
    '<details ontoggle=alert(1) open><summary onclick=alert(1)>x</summary></details>',
    '<td background="javascript:alert(1)"><div style="background:url(javascript:alert(1))">x</div>',
  ]
  const attributes = new Set(
    (
      'id class href src alt title rel width height loading decoding align colspan open type disabled checked controls preload tabindex ' +
      'aria-label style data-canonical-lang data-lang-params data-math-style data-name data-unicode-version data-sourcepos-line ' +
      'data-original data-reference-type data-reference-id'
    ).split(' '),
  )
  const tag = /<\/?([a-z][a-z0-9-]*)((?: [a-z][a-z-]*(?:="[^"<>]*")?)*)(?: \/)?>/g

  test.each(attempts)('%s', source => {
    const html = render(source)
    expect(html.replace(tag, '')).not.toMatch(/[<>]/)
    expect(html).not.toMatch(/[\uFDD0-\uFDEF]/)
    const references = source.match(/#12|issues\/12|~"|%"/g)?.length ?? 0
    for (const [, name = '', list = ''] of html.matchAll(tag)) {
      expect(name).not.toMatch(
        /^(?:script|style|svg|math|iframe|object|embed|form|button|base|meta|link|textarea|noscript|xmp)$/,
      )
      for (const [, attribute = '', value = ''] of list.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
        expect(attributes).toContain(attribute)
        if (attribute === 'href' || attribute === 'src') expect(value).toMatch(/^(?:https?:\/\/|mailto:|[^:]*$|[/#?])/)
        if (attribute === 'id') expect(value).toMatch(/^user-content-/)
        if (attribute === 'style') expect(value).toMatch(/^(?:background-color: [#\w(),. %]+;|--label: #ff0000)$/)
        if (attribute === 'class') expect(value).not.toMatch(/(?:^| )(?:modal|fixed|hidden)/)
      }
    }
    expect(html.match(/data-reference-id/g)?.length ?? 0).toBeLessThanOrEqual(references)
  })

  test('TASK-004 checkboxes of raw HTML are disabled and carry no line and no class of a task', () => {
    const html = render(
      '<ul class="task-list"><li class="task-list-item" data-sourcepos-line="9"><input type="checkbox"> raw</li></ul>\n\n- [ ] real',
    )
    expect(html.match(/<input[^>]*>/g)).toEqual([
      '<input type="checkbox" disabled aria-label="Checkbox" />',
      expect.stringContaining('class="task-list-item-checkbox" disabled'),
    ])
    expect(html.match(/data-sourcepos-line="\d+"/g)).toEqual(['data-sourcepos-line="3"'])
  })

  test('links to elsewhere tell nothing of us and never open a window', () => {
    const html = render(
      '[a](https://e.example) <a href="https://e.example" target="_blank" rel="opener">b</a> [c](/d) https://weft.test/x',
    )
    expect(html.match(/rel="nofollow noopener noreferrer"/g)).toHaveLength(2)
    expect(html).not.toContain('target')
  })
})

describe('task lists', () => {
  const text = '# T\r\n- [ ] one\r\n* text\r\n  1. [x] two\r\n> - [ ] three\r\n- [~] four\r\n- [ ]'

  test('TASK-001 items know their line, their source and whether they count', () => {
    expect(scan(text).taskItems.map(({ textEnd: _text, end: _end, list: _list, ...item }) => item)).toEqual([
      { index: 1, checked: false, line: 2, source: '- [ ] one', applicable: true },
      { index: 2, checked: true, line: 4, source: '  1. [x] two', applicable: true },
      { index: 3, checked: false, line: 5, source: '> - [ ] three', applicable: true },
      { index: 4, checked: false, line: 6, source: '- [~] four', applicable: false },
    ])
  })

  test('TASK-006 items that do not apply are not counted', () => {
    expect(summarizeTasks(scan(text))).toEqual({ count: 3, completedCount: 1 })
    expect(summarizeTasks(text)).toEqual({ count: 3, completedCount: 1 })
    expect(summarizeTasks('text')).toEqual({ count: 0, completedCount: 0 })
  })

  test('TASK-002 a toggle changes its line and nothing else', () => {
    expect(toggleTask(text, { index: 1, checked: true, lineNumber: 2, lineSource: '- [ ] one' })).toBe(
      text.replace('[ ] one', '[x] one'),
    )
    expect(toggleTask(text, { index: 2, checked: false, lineNumber: 4, lineSource: '  1. [x] two' })).toBe(
      text.replace('[x]', '[ ]'),
    )
    expect(toggleTask(text, { index: 3, checked: true, lineNumber: 5, lineSource: '> - [ ] three' })).toBe(
      text.replace('[ ] three', '[x] three'),
    )
  })

  test.each([
    ['another source', 2, '- [ ] One'],
    ['a line that is no item', 3, '* text'],
    ['an item that does not apply', 6, '- [~] four'],
    ['a line beyond the end', 99, '- [ ] one'],
    ['line zero', 0, '# T'],
  ])('TASK-009 %s is refused', (_case, lineNumber, lineSource) => {
    expect(toggleTask(text, { index: 1, checked: true, lineNumber, lineSource })).toBeNull()
  })
})

describe('long and hostile texts', () => {
  test('a long text is the same by way of the worker', async () => {
    const text = readFileSync(
      new URL('../../../test/golden/markdown/30-references.md', import.meta.url),
      'utf8',
    ).repeat(12)
    const parsed = await scanMarkdownSafely(text, all, options)
    expect(renderParsed(parsed, resolve)).toBe(render(text))
    expect(parsed.references).toEqual(scan(text).references)
  })

  test.each([
    ['signs', '*a_'.repeat(300_000)],
    ['quotes', '> '.repeat(400_000)],
    ['tags', '<b>'.repeat(300_000)],
  ])('a megabyte of %s is shown as typed, and the next text is rendered', async (_case, hostile) => {
    const [first, second] = await Promise.all([
      scanMarkdownSafely(hostile, all, options),
      scanMarkdownSafely(`# Fine\n\n${'text #12 '.repeat(400)}`, all, options),
    ])
    expect(renderParsed(first, resolve)).toMatch(/^<pre class="markdown-unrendered"/)
    expect(plainText(first.template).startsWith(hostile.trim().slice(0, 1_000).trim())).toBe(true)
    expect(renderParsed(second, resolve)).toMatch(/^<h1 id="user-content-fine">/)
  })

  test('references beyond a thousand stay text', () => {
    expect(scan('#12 '.repeat(1_200)).references).toHaveLength(1_000)
  })
})

test('plain text has the words on their lines and no markup', () => {
  expect(
    plainText(render('# A *b* &amp; c\n\n- one\n- #12 :tada:\n\n| x | y |\n|---|---|\n| 1 | <b> |\n\n![alt](x.png)')),
  ).toBe('A b & c\none\n[issue  12] 🎉\nx y\n1\nalt')
})

test.each([
  ['thumbsup', 'thumbsup', '👍'],
  ['+1', 'thumbsup', '👍'],
  ['-1', 'thumbsdown', '👎'],
  ['tada', 'tada', '🎉'],
  ['heart', 'heart', '❤️'],
  ['100', '100', '💯'],
  ['de', 'flag_de', '🇩🇪'],
])('EMOJI-011 %s is %s', (name, canonical, unicode) => {
  expect(emojiByName(name)).toMatchObject({ name: canonical, unicode })
})

test.each(['', 'Thumbsup', 'nonsense', ':tada:', 'toString', '__proto__'])('EMOJI-011 "%s" is no emoji', name => {
  expect(emojiByName(name)).toBeUndefined()
})

test('the version is a whole number for keys of stored HTML', () => {
  expect(Number.isInteger(markdownVersion)).toBe(true)
})
