import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const sheets = globSync('web/**/*.css', { cwd: repository })
const sources = [...sheets, ...globSync('web/**/*.{ts,tsx}', { cwd: repository })]
const read = (path: string) => readFileSync(join(repository, path), 'utf8')

test('every custom property that a style sheet uses without another to fall back on is set somewhere', () => {
  const set = new Set(
    sources.flatMap(path =>
      [...read(path).matchAll(/(?:^|[\s{;'"`])(--[a-z0-9-]+)['"`]?\s*[:\],]/gm)].map(([, name]) => name),
    ),
  )
  const missing = sheets.flatMap(path =>
    [...read(path).matchAll(/var\((--[a-z0-9-]+)\)/g)]
      .filter(([, name]) => !set.has(name))
      .map(([, name]) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})
