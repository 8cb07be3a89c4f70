import { expect, test } from 'vitest'
import { JsonListReader } from './json-list.ts'

/** Read a text in pieces of some bytes, as a network would deliver it. */
function read(text: string, limits: { readonly maxElements?: number; readonly maxBytes?: number } = {}, piece = 7) {
  const reader = new JsonListReader({ list: 'alerts', maxElements: 3, maxBytes: 1_000, ...limits })
  const bytes = Buffer.from(text)
  let fits = true
  for (let at = 0; at < bytes.length; at += piece) fits = reader.push(bytes.subarray(at, at + piece)) && fits
  const { text: kept, leftOut } = reader.end()
  return { kept: fits ? JSON.parse(kept) : null, leftOut }
}

const alerts = (count: number, text = '') =>
  Array.from({ length: count }, (_, id) => ({ id, labels: { list: ['a}', '"]', '\\\\"\\', text] } }))

test.each([
  ['fits', 3, 3, 0],
  ['is empty', 0, 0, 0],
  ['has more elements', 5, 3, 2],
])('a list that %s keeps what follows it', (_how, given, kept, leftOut) => {
  const whole = { version: '4', alerts: alerts(given), groupKey: '{}:{alertname="a"}' }
  expect(read(JSON.stringify(whole))).toEqual({ kept: { ...whole, alerts: alerts(kept) }, leftOut })
  expect(read(JSON.stringify(whole, null, 2))).toEqual({ kept: { ...whole, alerts: alerts(kept) }, leftOut })
})

test('elements that exceed the bytes are left out, also a first one that is too long by itself', () => {
  const long = JSON.stringify({ alerts: alerts(3, 'ü'.repeat(300)), groupKey: 'k' })
  expect(read(long)).toMatchObject({ kept: { groupKey: 'k', alerts: [{ id: 0 }] }, leftOut: 2 })
  expect(read(JSON.stringify({ alerts: alerts(2, 'x'.repeat(5_000)) }))).toEqual({ kept: { alerts: [] }, leftOut: 2 })
})

test('other lists, lists of that name further in, and broken text are kept as they are', () => {
  const other = { hosts: [1, 2, 3, 4, 5], nested: { alerts: alerts(5) } }
  expect(read(JSON.stringify(other))).toEqual({ kept: other, leftOut: 0 })
  const reader = new JsonListReader({ list: 'alerts', maxElements: 3, maxBytes: 1_000 })
  reader.push(Buffer.from('{"alerts":[}]}"'))
  expect(reader.end().text).toBe('{"alerts":[}]}"')
})

test('an object that is too long without its list does not fit, and ten million bytes of a list take no memory', () => {
  expect(read(JSON.stringify({ title: 'x'.repeat(80_000) }), {}, 4_096).kept).toBeNull()
  expect(read(JSON.stringify({ alerts: alerts(2_000, 'x'.repeat(5_000)) }), {}, 65_536)).toEqual({
    kept: { alerts: [] },
    leftOut: 2_000,
  })
})
