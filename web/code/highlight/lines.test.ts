import { expect, test } from 'vitest'
import { htmlLines } from './lines.ts'

test('an element that spans lines is closed at the end of each and opened again in the next', () => {
  const html = 'a <span class="hljs-comment">/* one\ntwo <span class="hljs-doctag">@x</span>\n\nthree */</span> b'
  expect(htmlLines(html)).toEqual([
    'a <span class="hljs-comment">/* one</span>',
    '<span class="hljs-comment">two <span class="hljs-doctag">@x</span></span>',
    '<span class="hljs-comment"></span>',
    '<span class="hljs-comment">three */</span> b',
  ])
})

test('code without colours stays as it is', () => {
  expect(htmlLines('a &lt; b\n')).toEqual(['a &lt; b', ''])
})
