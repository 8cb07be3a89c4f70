import { expect, test } from 'vitest'
import { encodeInPieces } from './encode-in-pieces.ts'

test('a long text is encoded in pieces, with pauses, to the JSON of the same text', async () => {
  const text = `x${'🧵"\n\\ü'.repeat(300_000)}`
  let pauses = 0
  const count = () => {
    pauses += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  const encoded = await encodeInPieces(text)
  clearImmediate(immediate)
  expect(JSON.parse(encoded.text) === text).toBe(true)
  expect(pauses).toBeGreaterThanOrEqual(3)
  expect(JSON.parse((await encodeInPieces('')).text)).toBe('')
})
