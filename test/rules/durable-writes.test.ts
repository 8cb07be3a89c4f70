import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const files = globSync('server/**/*.ts', { cwd: root })
  .filter(path => !path.endsWith('.test.ts'))
  .map(path => [path, readFileSync(join(root, path), 'utf8')] as const)

const filesWith = (word: RegExp): readonly string[] =>
  files.flatMap(([path, text]) => (word.test(text) ? [path] : [])).sort()

test('only `writeLogged` puts the log of events into a statement, so that each one notifies and waits for the disk', () => {
  expect(filesWith(/\blogParts\b/)).toEqual(['server/context.ts', 'server/platform/events/log.ts'])
})

test('no other statement commits before it is on the disk', () => {
  expect(filesWith(/\bcommitBeforeFlush\b/)).toEqual([
    // Followers of a batch are not waited for; if their changes are lost, the events are still to be followed.
    'server/deliver.ts',
    // Within `writeLogged`: without a new error, the statement has no event.
    'server/monitor/error-tracking/store-events.ts',
    'server/platform/events/log.ts',
    'server/platform/sql/durable.ts',
  ])
})

interface UnflushedFunction {
  readonly name: string
  /** The file that calls it; null when all can. */
  readonly path: string | null
}

/** The functions whose result is read by `flushed`. */
const unflushed: readonly UnflushedFunction[] = files.flatMap(([path, text]) =>
  text
    .split('): Promise<Unflushed<')
    .slice(0, -1)
    .flatMap(before => {
      const [, exported, name] = [...before.matchAll(/^(export )?(?:async )?(?:function|const) (\w+)/gm)].at(-1) ?? []
      return name === undefined ? [] : [{ name, path: exported === undefined ? path : null }]
    }),
)

test('no caller drops a value that only `flushed` reads', () => {
  expect(unflushed.map(each => each.name)).toEqual(
    expect.arrayContaining(['writeLogged', 'storePush', 'recordBeforeFlush', 'insert']),
  )
  const dropping = unflushed.flatMap(({ name, path: own }) => {
    const call = new RegExp(`^\\s*(?:(?:await|void) )?${name}(?:<.*>)?\\(`, 'm')
    return files.flatMap(([path, text]) => ((own ?? path) === path && call.test(text) ? [`${path}: ${name}`] : []))
  })
  expect(dropping).toEqual([])
})
