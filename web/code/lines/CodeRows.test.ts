import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '#web/api/renderer.ts'
import { CodeRows } from './CodeRows.tsx'

/** The rows as `0 1 2`, those far from the window as `[0 1 2]`, what is below one as `(text)`. */
function draw(count: number, options: Partial<ComponentProps<typeof CodeRows>>): string {
  const texts = Array.from({ length: count }, (_, index) => String(index))
  const row = (index: number) => `${index} `
  return renderToStaticMarkup(createElement(CodeRows, { texts, row, startsNear: false, ...options }))
    .replaceAll(/<pre[^>]*>([^<]*)\n<\/pre>/g, (_, text: string) => `[${text.replaceAll('\n', ' ')}] `)
    .replaceAll(/<div [^>]*below[^>]*>([^<]*)<\/div>/g, '($1) ')
    .replaceAll(/<div [^>]*width[^>]*><\/div>/g, '')
    .replaceAll(/<div style="block-size:([^"]*?);?"><\/div>/g, '{$1} ')
    .replaceAll(/<\/?div>/g, '')
    .trim()
}

test.each([
  ['far from the window', { startsNear: false }, '[0 1 2]'],
  ['near it', { startsNear: true }, '0 1 2'],
  ['from one row to another', { startsNear: true, start: 1, end: 2 }, '1'],
])('rows %s', (_, options, drawn) => {
  expect(draw(3, options)).toBe(drawn)
})

test('rows are drawn in parts: the first, and that of the row asked for', () => {
  const rows = draw(1000, { startsNear: true, nearRow: 450 }).replaceAll(/\{[^}]*\} ?/g, '')
  const drawn = Array.from({ length: 1000 }, (_, index) => index).filter(
    index => index < 200 || (index >= 400 && index < 500),
  )
  expect(rows.trim()).toBe(drawn.join(' '))
})

const below = new Map([
  [4, 'last'],
  [1, 'first'],
])

test.each([
  [false, '[0 1] (first) [2 3 4] (last) [5]'],
  [true, '0 1 (first) 2 3 4 (last) 5'],
])('the content below a row is between the same rows, near the window (%s) or not', (startsNear, drawn) => {
  expect(draw(6, { startsNear, below })).toBe(drawn)
})

test('the content below the last row of a part is there once', () => {
  expect(draw(401, { below: new Map([[199, 'here']]) }).match(/199\] \(here\) \[200/g)).toHaveLength(1)
})

test('a far block that begins with an empty line keeps it in HTML', () => {
  const texts = ['', 'a']
  const html = renderToStaticMarkup(createElement(CodeRows, { texts, row: () => null, startsNear: false }))
  expect(html).toContain('>\n\na\n</pre>')
})

test.each([
  [false, '[0 1 2]'],
  [true, '0 1 2'],
])('few rows are drawn when the file is near the window (%s), without a place of their own', (isNear, drawn) => {
  expect(draw(3, { isNear })).toBe(drawn)
})
