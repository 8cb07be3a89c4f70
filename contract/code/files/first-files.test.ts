import { expect, test } from 'vitest'
import { firstFiles } from './first-files.ts'

const file = (path: string, lines: number) => ({ path, lines })
const shown = (...files: readonly ReturnType<typeof file>[]) =>
  firstFiles(files, ({ lines }) => lines).map(({ path }) => path)

test('the first view of a diff ends with the file that fills the window, long or not', () => {
  expect(shown(file('a', 10), file('b', 10), file('c', 500), file('d', 1))).toEqual(['a', 'b', 'c'])
  expect(shown(file('a', 9_000), file('b', 1))).toEqual(['a'])
  expect(shown(file('a', 1), file('b', 2))).toEqual(['a', 'b'])
  expect(shown(...Array.from({ length: 500 }, (_, n) => file(`picture${n}`, 0))).length).toBeLessThan(30)
  expect(shown()).toEqual([])
})
