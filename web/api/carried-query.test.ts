import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import type { Address } from './address.ts'
import { carriedQuery, readAgain, refreshQuery } from './carried-query.ts'

const operation = { name: 'getIssuePage', method: 'GET', path: '/-/pages/issue' } as Address<Operation>

let queries = 0

/** A query that shows `old`, and the server's answers to its reads. */
function shown(...answers: Promise<string>[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  queries += 1
  const queryKey = ['getIssuePage', { iid: queries }]
  const queryFn = () => answers.shift() ?? Promise.reject(new Error('read once more'))
  client.setQueryData(queryKey, 'old')
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const leave = observer.subscribe(() => undefined)
  onTestFinished(leave)
  const { begin, end } = carriedQuery(client, operation, JSON.stringify(queryKey))
  return {
    begin,
    end: (reply: string | null) => end(reply as never),
    refresh: () => refreshQuery(client, JSON.stringify(queryKey)),
    read: () => observer.refetch(),
    leave,
    answersLeft: () => answers.length,
    now: () => client.getQueryData(queryKey),
    isStale: () => client.getQueryCache().find({ queryKey })?.isStaleByTime(30_000),
  }
}

test('SIDE-014 the reads that a write carries are shown without a request', async () => {
  const page = shown()
  await page.begin()
  await page.end('saved')
  expect(page.now()).toBe('saved')
  expect(page.isStale()).toBe(false)
})

test('SIDE-014 a read that is older than a save and answered after it does not take it back', async () => {
  const older = Promise.withResolvers<string>()
  const page = shown(older.promise, Promise.resolve('read again'))
  await page.begin()
  const reading = page.read()
  await page.end('saved')
  older.resolve('old')
  await reading
  expect(page.now()).toBe('read again')
})

test('SIDE-014 a page left during a save is read again on return', async () => {
  const page = shown()
  await page.begin()
  page.leave()
  await page.end('saved')
  expect(page.now()).toBe('saved')
  expect(page.isStale()).toBe(true)
})

test('SIDE-014 changes of others during writes are read once, after the last write', async () => {
  const page = shown(Promise.resolve('read again'))
  await page.begin()
  await page.begin()
  await page.refresh()
  await page.end('first')
  expect(page.answersLeft()).toBe(1)
  await page.end('second')
  expect(page.now()).toBe('read again')
})

test('LIST-015 a change during the first reading is read again after it', async () => {
  const first = Promise.withResolvers<string>()
  const client = new QueryClient()
  const queryKey = ['getChangeSet', { changeSetId: 1 }]
  let reads = 0
  const queryFn = () => {
    reads += 1
    return reads === 1 ? first.promise : Promise.resolve('finished')
  }
  onTestFinished(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined))
  const told = [readAgain(client, queryKey), readAgain(client, ['getChangeSet'])]
  first.resolve('begun')
  await Promise.all(told)
  expect(client.getQueryData(queryKey)).toBe('finished')
})
