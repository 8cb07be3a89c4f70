import { expect, test } from 'vitest'
import { automaticReason } from './automatic.ts'
import { htmlToText } from './html-to-text.ts'
import { ownWords } from './own-words.ts'

test.each<[string, string, string]>([
  ['nothing else', 'Yes, do it.', 'Yes, do it.'],
  [
    'a quote below',
    'Yes.\n\nOn Thu, 19 Nov 2026 at 10:00, Olga <weft@x.test> wrote:\n\n> Shall we?\n> Really?\n',
    'Yes.',
  ],
  [
    'a quote below, its line broken',
    'Yes.\n\nOn Thu, 19 Nov 2026 at 10:00, Olga (Weft)\n<weft@x.test> wrote:\n> Shall we?',
    'Yes.',
  ],
  ['a quote below in German', 'Ja.\n\nAm 19.11.2026 um 10:00 schrieb Olga:\n> Sollen wir?', 'Ja.'],
  ['a quote below in French', 'Oui.\r\n\r\nLe 19 nov. 2026 à 10:00, Olga a écrit :\r\n> On y va ?', 'Oui.'],
  [
    'a quote below in a language that is not known',
    'はい。\n\n2026年11月19日(木) 10:00 Olga <weft@x.test>:\n> ?',
    'はい。',
  ],
  ['a line of who wrote without the quote', 'Yes.\n\nOn Thu, 19 Nov 2026, Olga wrote:\n', 'Yes.'],
  ['a signature', 'Yes.\n\n-- \nRita Reporter\nWeft Ltd', 'Yes.'],
  ['a signature and a quote', 'Yes.\n--\nRita\n\nOn Thu, Olga <a@b.c> wrote:\n> Shall we?', 'Yes.'],
  [
    'a telephone',
    'Yes.\n\nSent from my iPhone\n\n> On 19 Nov 2026, at 10:00, Olga <a@b.c> wrote:\n> \n> Shall we?',
    'Yes.',
  ],
  [
    'Outlook',
    'Yes.\n\n________________________________\nFrom: Olga <a@b.c>\nSent: Thursday\nTo: Rita\nSubject: Re: x\n\nShall we?',
    'Yes.',
  ],
  ['Outlook in German', 'Ja.\n\nVon: Olga <a@b.c>\nGesendet: Donnerstag\nAn: Rita\nBetreff: x\n\nSollen wir?', 'Ja.'],
  ['an original message', 'Yes.\n\n-----Original Message-----\nFrom: Olga\nShall we?', 'Yes.'],
  ['an answer below the quote', 'On Thu, Olga <a@b.c> wrote:\n> Shall we?\n> Soon?\n\nYes, soon.\n', 'Yes, soon.'],
  [
    'answers between quotes',
    'On Thu, Olga <a@b.c> wrote:\n> Shall we?\n\nYes.\n\n> When?\n\nSoon.\n\n> Bye\n',
    '> Shall we?\n\nYes.\n\n> When?\n\nSoon.',
  ],
  [
    'a sentence that begins like a quote',
    'On Monday we ship.\nFrom: here on it is easy.\n\n/close',
    'On Monday we ship.\nFrom: here on it is easy.\n\n/close',
  ],
  ['nothing of one’s own', 'On Thu, Olga <a@b.c> wrote:\n> Shall we?', ''],
])('of an answer with %s only its own words stay', (_what, text, words) => {
  expect(ownWords(text)).toBe(words)
})

test.each<[string, string]>([
  ['<p>Hello <b>there</b>,</p><p>two &amp; three &lt;b&gt;</p>', 'Hello there,\n\ntwo & three <b>'],
  ['<div>One<br>Two</div><div><br></div><div>Three</div>', 'One\nTwo\n\nThree'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  [
    '<a href="https://x.test/a?b=1&amp;c">here</a> <a href="https://x.test">https://x.test</a>',
    '[here](https://x.test/a?b=1&c) https://x.test',
  ],
  [
    '<p>Yes</p><div class="gmail_quote"><div class="gmail_attr">On Thu wrote:</div><blockquote>No</blockquote></div>',
    'Yes',
  ],
  ['<p>Yes</p><blockquote type="cite">No</blockquote>', 'Yes'],
  ['<p>See</p><blockquote><p>said</p><p>so</p></blockquote>fine', 'See\n\n> said\n>\n> so\n\nfine'],
  ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
  ['<style>p{}</style><script>alert(1)</script><img src=x onerror=alert(1)>text', 'text'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['&#x1F600; caf&eacute;', '😀 café'],
])('%s becomes text', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test.each<[Record<string, string>, boolean]>([
  [{ subject: 'Re: x' }, false],
  [{ 'auto-submitted': 'no' }, false],
  [{ 'auto-submitted': 'auto-replied' }, true],
  [{ 'auto-submitted': 'auto-generated; owner-email="a@b.c"' }, true],
  [{ precedence: 'bulk' }, true],
  [{ precedence: 'first-class' }, false],
  [{ 'return-path': '<>' }, true],
  [{ 'return-path': '<rita@x.test>' }, false],
  [{ 'content-type': 'multipart/report; report-type=delivery-status' }, true],
  [{ 'x-autoreply': 'yes' }, true],
  [{ 'x-auto-response-suppress': 'All' }, true],
  [{ 'x-gitlab-reply-key': 'k' }, true],
])('%j is automatic: %s', (headers, automatic) => {
  const listed = Object.entries(headers).map(([key, value]) => ({ key, value }))
  expect(automaticReason(listed) !== null).toBe(automatic)
})

test('a mail that has gone round too often is refused', () => {
  const received = { key: 'received', value: 'from a by b' }
  expect(automaticReason(Array.from({ length: 50 }, () => received))).toBeNull()
  expect(automaticReason(Array.from({ length: 51 }, () => received))).toContain('circles')
})
