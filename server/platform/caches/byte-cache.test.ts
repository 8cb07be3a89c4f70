import { expect, test, vi } from 'vitest'
import { ByteCache, bytesOf } from './byte-cache.ts'

const cacheOf = (maxBytes: number, livesMs?: number) =>
  new ByteCache<string, string>({
    name: 'test',
    maxBytes,
    sizeOf: (value, key) => value.length + key.length,
    ...(livesMs === undefined ? {} : { livesMs }),
  })

test('the least recently used entry is dropped when bytes are short', () => {
  const cache = cacheOf(4_000)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 'x'.repeat(800))
  expect(cache.get('a')).toBeDefined()
  cache.set('e', 'x'.repeat(800))
  expect(['a', 'b', 'c', 'd', 'e'].filter(key => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd', 'e'])
  expect(cache.bytes).toBeLessThanOrEqual(4_000)
})

test('a value that would take most of the room is not kept, and its former value goes', () => {
  const cache = cacheOf(4_000)
  cache.set('a', 'small')
  cache.set('a', 'x'.repeat(2_000))
  expect(cache.get('a')).toBeUndefined()
  expect([cache.size, cache.bytes]).toEqual([0, 0])
})

test('an entry is forgotten when its time is over', () => {
  vi.useFakeTimers()
  try {
    const cache = cacheOf(4_000, 1_000)
    cache.set('a', 'x')
    vi.advanceTimersByTime(999)
    expect(cache.get('a')).toBe('x')
    vi.advanceTimersByTime(1)
    expect(cache.get('a')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('the size of data grows with its texts, however they nest', () => {
  const text = 'x'.repeat(1_000)
  for (const value of [text, [text], { a: text }, new Map([[text, 1]]), { a: [{ b: text }] }])
    expect(bytesOf(value)).toBeGreaterThan(2_000)
  expect(bytesOf(Buffer.alloc(5_000))).toBeGreaterThan(5_000)
})
