import { tests } from 'commonmark-spec'
import { expect, test } from 'vitest'
import { renderParsed, scanMarkdown } from './markdown.ts'
import { sanitize } from './sanitize.ts'

const siteUrl = 'https://weft.test'

/** Examples whose outcome here is meant to be another, each with the reason and the HTML. */
const otherwise: ReadonlyMap<number, readonly [why: string, html: string]> = new Map([
  [
    602,
    [
      'an address is a link without signs around it',
      '<p>&lt;<a href="https://foo.bar/baz">https://foo.bar/baz</a> bim&gt;</p>',
    ],
  ],
  [
    608,
    ['an address is a link without signs around it', '<p>&lt; <a href="https://foo.bar">https://foo.bar</a> &gt;</p>'],
  ],
  [
    611,
    ['an address is a link without signs around it', '<p><a href="https://example.com">https://example.com</a></p>'],
  ],
  [
    612,
    [
      'a mail address is a link without signs around it',
      '<p><a href="mailto:foo@bar.example.com">foo@bar.example.com</a></p>',
    ],
  ],
])

/** Remove our additions to the standard: anchors, labels and hints to the browser. */
const plain = (html: string): string =>
  html
    .replace(/<a class="anchor"[^>]*><\/a>/g, '')
    .replace(/<(h[1-6]) id="user-content-[^"]*">/g, '<$1>')
    .replace(
      /<pre class="code highlight[^"]*" tabindex="0"(?: data-canonical-lang="([^"]*)")?[^>]*><code>([\s\S]*?)<\/code><\/pre>/g,
      (_all, language: string | undefined, code: string) =>
        `<pre><code${language ? ` class="language-${language}"` : ''}>${code.replace(/<\/?span[^>]*>/g, '')}</code></pre>`,
    )
    .replace(/ (?:rel="nofollow noopener noreferrer"|loading="lazy"|decoding="async")/g, '')

/** Two spellings of one document become one. */
const canonical = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replace(/ href(?=[ >])/g, ' href=""')
    .replace(/<(br|hr|img)([^>]*?)\s*\/?>/g, '<$1$2>')
    .replace(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_all, tag: string, attributes: string) => {
      const sorted = [...attributes.matchAll(/ [\w-]+="[^"]*"/g)].map(String).sort()
      return `<${tag}${sorted.join('')}>`
    })
    .replace(/\s+(?=\n)/g, '')
    .replace(/<blockquote>\s+<\/blockquote>/g, '<blockquote></blockquote>')
    .trim()

/** The standard's outcome as it may be shown: raw HTML through the same sieve as everywhere. */
const shown = (html: string): string => {
  const code: string[] = []
  // The sieve takes classes away, which code blocks get back afterwards.
  const kept = html.replace(/<code class="language-[^"]*">/g, tag => `<code>\uE000${code.push(tag) - 1}\uE001`)
  const safe = sanitize(kept, { siteUrl, withDirections: false, rewrite: address => address }, [])
  return safe.replace(/<code>\uE000(\d+)\uE001/g, (_all, index: string) => code[Number(index)] ?? '')
}

test.each(tests)('CommonMark 0.31.2, example $number, $section', ({ markdown, html, number }) => {
  const rendered = renderParsed(scanMarkdown(markdown.replaceAll('→', '\t'), [], { siteUrl }), () => null)
  const standard = canonical(plain(shown(html.replaceAll('→', '\t'))))
  const meant = otherwise.get(number)
  expect(canonical(plain(rendered))).toBe(meant === undefined ? standard : meant[1])
  if (meant !== undefined) expect(standard).not.toBe(meant[1])
})
