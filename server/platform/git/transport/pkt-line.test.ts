import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { TooLarge } from '#server/errors.ts'
import { endOfSection, flushPkt, pkt, readHead } from './pkt-line.ts'

const section = Buffer.concat([pkt('one\n'), pkt('a longer second line\n'), flushPkt])

test.each([1, 2, 3, 7, 1_000])(
  'a head that comes in pieces of %d bytes is read to its end, and no further',
  async size => {
    const whole = Buffer.concat([section, Buffer.from('PACK and more')])
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
      whole.subarray(at * size, (at + 1) * size),
    )
    const stream = Readable.from(pieces, { objectMode: false })
    expect(await readHead(stream, 1_000, endOfSection())).toEqual(section)
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('PACK and more')
  },
)

test('packets of a head that have been passed are not looked at again', () => {
  const endOf = endOfSection()
  const first = pkt('one\n')
  expect(endOf(first)).toBeNull()
  // Looked at again, this would be no packet.
  expect(endOf(Buffer.concat([Buffer.from('z'.repeat(first.length)), flushPkt]))).toBe(first.length + flushPkt.length)
})

test('a head without an end is read up to its limit', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield pkt('one\n')
    })(),
    { objectMode: false },
  )
  await expect(readHead(endless, 1_000, endOfSection())).rejects.toThrow(TooLarge)
})
