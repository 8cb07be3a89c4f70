import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { issueDiscussionPage } from '#web/api/operations.gen.ts'
import { beginTakeOver, endTakeOver } from '#web/api/page.ts'
import type { DiscussionList } from './discussions.ts'
import { countNotes, type DiscussionsKey, discussionsKey, discussionsReading } from './reading.ts'

const startMs = Date.parse('2026-01-01T00:00:00.000Z')

/** A discussion of the given number of comments, as the server answers: page by page, with a cursor to the next. */
function discussion(comments: number, onAsked: (pages: number) => void = () => {}) {
  const asked: string[] = []
  const answer = async (url: string) => {
    const search = new URL(url, 'http://localhost').searchParams
    const after = Number(search.get('cursor')?.split('-')[1] ?? 0)
    const last = Math.min(after + Number(search.get('per_page')), comments)
    asked.push(`${after + 1} to ${last}`)
    onAsked(asked.length)
    const notes = Array.from({ length: last - after }, (_, index) => noteOf(after + index + 1))
    const headers = last < comments ? { 'x-next-page-cursor': `${(startMs + last * 1000) * 1000}-${last}` } : {}
    return new Response(JSON.stringify(notes.map(note => ({ id: note.discussion_id, notes: [note] }))), { headers })
  }
  vi.stubGlobal('fetch', answer)
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = new QueryClient()
  // A kind with only the members that are read.
  const kind = { contractType: 'issue', calls: issueDiscussionPage } as unknown as DiscussionsKey['kind']
  const key: DiscussionsKey = { kind, namespace: 'weft/loom', iid: comments }
  return {
    asked,
    read: () => client.fetchQuery(discussionsReading(key, { sort: 'oldest', targetId: null })),
    shown: () => {
      const list = client.getQueryData<DiscussionList>(discussionsKey(key))
      return list === undefined ? 0 : countNotes(list)
    },
  }
}

const noteOf = (id: number) => ({
  id: String(id),
  discussion_id: `d${id}`,
  created_at: new Date(startMs + id * 1000).toISOString(),
})

test('POLL-003 POLL-004 POLL-006 pages grow by half and follow one another until all is there', async () => {
  const { asked, read, shown } = discussion(180)
  await read()
  expect(asked).toEqual(['1 to 20', '21 to 50', '51 to 95', '96 to 163', '164 to 180'])
  expect(shown()).toBe(180)
})

test('POLL-003 five hundred comments come by themselves, the rest of them waits', async () => {
  const { asked, read } = discussion(800)
  await read()
  expect(asked.at(-1)).toBe('464 to 563')
})

test('POLL-003 the next pages are requested while React hydrates a page, but not shown', async () => {
  beginTakeOver()
  onTestFinished(endTakeOver)
  const { asked, read, shown } = discussion(180)
  const reading = read()
  await vi.waitFor(() => expect(asked).toHaveLength(5))
  expect(shown()).toBe(20)
  endTakeOver()
  await reading
  expect(shown()).toBe(180)
})

test('POLL-003 as many come when the page is taken over while some of them are on their way', async () => {
  beginTakeOver()
  onTestFinished(endTakeOver)
  const { asked, read } = discussion(800, pages => pages === 6 && endTakeOver())
  await read()
  expect(asked.at(-1)).toBe('464 to 563')
})
