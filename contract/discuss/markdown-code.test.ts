import { expect, test } from 'vitest'
import { codeBlock, codeSpan } from './markdown-code.ts'

test.each([
  ['GET /looms', '`GET /looms`'],
  ['`x` @dan', '`` `x` @dan ``'],
  ['a ``\nb', '``` a `` b ```'],
])('ALERT-007 ERRTRK-017 the text %j as inline code is %j', (text, code) => {
  expect(codeSpan(text)).toBe(code)
})

test('ALERT-007 ERRTRK-017 a fence in a text does not end its block of code', () => {
  expect(codeBlock('/close\n```\n@all')).toBe('````\n/close\n```\n@all\n````')
})
