import { expect, test, vi } from 'vitest'
import { Presence, type Present } from './presence.ts'

const person = (id: number, is_writing = false): Present => ({
  id,
  username: `p${id}`,
  name: `Person ${id}`,
  avatar_url: null,
  is_writing,
})

test('each person is told once, however many browsers they have, and as writing when they write in one', () => {
  const presence = new Presence()
  const told: string[] = []
  presence.subscribe((topic, people) =>
    told.push(`${topic} ${people.map(each => `${each.id}${each.is_writing ? 'w' : ''}`).join(' ')}`),
  )
  presence.hear({ browser: 'a', topic: 'issue:1', person: person(1) })
  presence.hear({ browser: 'b', topic: 'issue:1', person: person(1, true) })
  presence.hear({ browser: 'c', topic: 'issue:1', person: person(2) })
  presence.hear({ browser: 'c', topic: 'issue:2', person: person(2) })
  // A repeated value is not announced.
  presence.hear({ browser: 'c', topic: 'issue:1', person: person(2) })
  presence.hear({ browser: 'b', topic: 'issue:1', person: null })
  presence.hear({ browser: 'a', topic: 'issue:1', person: null })
  presence.hear('no word at all')
  expect(told).toEqual(['issue:1 1', 'issue:1 1w', 'issue:1 1w 2', 'issue:2 2', 'issue:1 1 2', 'issue:1 2'])
})

test('who says nothing for a minute is gone', () => {
  vi.useFakeTimers()
  try {
    const presence = new Presence()
    presence.hear({ browser: 'a', topic: 'issue:1', person: person(1) })
    presence.hear({ browser: 'b', topic: 'issue:1', person: person(2) })
    vi.advanceTimersByTime(40_000)
    presence.hear({ browser: 'b', topic: 'issue:1', person: person(2) })
    vi.advanceTimersByTime(30_000)
    presence.sweep()
    expect(presence.of('issue:1')).toEqual([person(2)])
  } finally {
    vi.useRealTimers()
  }
})
