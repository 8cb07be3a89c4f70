import { expect, test } from 'vitest'
import { maxReads, readsHeader } from '#contract/carried-reads.ts'
import type { InputOf, Operation } from '#contract/operation.ts'
import type { Address } from './address.ts'
import { beginWrite, type Carried, registerReading } from './own-writes.ts'

const operation = { name: 'getIssuePage', method: 'GET', path: '/-/pages/issue' } as Address<Operation>

/** The replies that a query of some topics receives at the end of each write. */
function given(topics: readonly string[], key: string, input: InputOf<Operation> = {}) {
  const ends: unknown[] = []
  const stop = registerReading(topics, key, {
    operation,
    input: () => input,
    begin: () => undefined,
    end: reply => void ends.push(reply),
  })
  return { ends, stop }
}

/** The server's answer to a write that carries reads. */
const answer = (carried: Carried, read: string) => carried.unpack({ answer: 'saved', reads: [{ read }] })

test('of two writes that one reading hears of by two topics, neither brings it', async () => {
  const { ends, stop } = given(['issue:1', 'project:1'], 'page')
  const [first, second] = [await beginWrite('issue:1'), await beginWrite('project:1')]
  await first.send(async carried => {
    await second.send(async inner => answer(inner, 'second'))
    return answer(carried, 'first')
  })
  await second.end()
  await first.end()
  expect(ends).toEqual([null, null])
  stop()
})

test('the result of two calls of one write is the read of the last one', async () => {
  const { ends, stop } = given(['issue:1'], 'page')
  const write = await beginWrite('issue:1')
  await write.send(async carried => answer(carried, 'first'))
  await write.send(async carried => answer(carried, 'second'))
  await write.end()
  const failed = await beginWrite('issue:1')
  await failed.send(async carried => answer(carried, 'third'))
  await expect(failed.send(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await failed.end()
  expect(ends).toEqual([{ read: 'second' }, null])
  stop()
})

test('more reads than the server takes, or than fit into a header, follow by themselves', async () => {
  const headersOf = async (readings: readonly { readonly stop: () => void }[]) => {
    const write = await beginWrite('issue:1')
    const names = await write.send(async ({ headers }) => Object.keys(headers))
    await write.end()
    for (const { stop } of readings) stop()
    return names
  }
  const some = (count: number) => Array.from({ length: count }, (_, at) => given(['issue:1'], `page ${at}`))
  expect(await headersOf(some(maxReads))).toContain(readsHeader)
  expect(await headersOf(some(maxReads + 1))).not.toContain(readsHeader)
  expect(await headersOf([given(['issue:1'], 'page', { search: 'ü'.repeat(1_000) })])).not.toContain(readsHeader)
})
