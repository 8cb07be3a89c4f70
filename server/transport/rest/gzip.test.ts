import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { deflate, gzipOf, inflate } from './gzip.ts'

const texts = [
  'Warp and weft, ünder and over. '.repeat(500),
  'Warp and weft, ünder and over. '.repeat(500),
  'The shuttle. '.repeat(40_000),
  'Short',
]

test('texts that are compressed at the same time come out each by itself', async () => {
  const pieces = await Promise.all(texts.map(deflate))
  expect(pieces.map(piece => gunzipSync(gzipOf(piece)).toString())).toEqual(texts)
  expect((await Promise.all(pieces.map(inflate))).map(String)).toEqual(texts)
})

test('a compressed text never refers to the one before it, which is the page of another reader', async () => {
  const text = Array.from({ length: 2_000 }, (_, n) => `${(n * 7919) % 2003} `).join('')
  const lengths: number[] = []
  for (let turn = 0; turn < 4; turn += 1) lengths.push((await deflate(text)).bytes.length)
  expect(new Set(lengths).size).toBe(1)
})

test('an answer may end with a text that is not compressed', async () => {
  const piece = await deflate('The same for all. '.repeat(100))
  for (const ending of ['', 'Only for réaders', 'x'.repeat(65_535)])
    expect(gunzipSync(gzipOf(piece, ending)).toString()).toBe(`${'The same for all. '.repeat(100)}${ending}`)
  expect(() => gzipOf(piece, 'x'.repeat(65_536))).toThrow(RangeError)
})
