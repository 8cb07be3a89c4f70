import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const journeys = join(import.meta.dirname, '../browser')

/** Journeys of several files may run on one server, one after the other, and those of one file do. */
test('no two journeys push to a repository of the same name', () => {
  const files = new Map<string, string[]>()
  for (const file of globSync('**/*.test.ts', { cwd: journeys })) {
    const names = readFileSync(join(journeys, file), 'utf8').matchAll(/\bcloneFor\(\w+, '([^']+)'/g)
    for (const name of new Set([...names].map(match => match[1] ?? '')))
      files.set(name, [...(files.get(name) ?? []), file])
  }
  expect(files.size).toBeGreaterThan(10)
  expect([...files].filter(([, users]) => users.length > 1)).toEqual([])
})
