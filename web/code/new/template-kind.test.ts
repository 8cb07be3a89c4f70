import { expect, test } from 'vitest'
import { templateKindsFor } from './template-kind.ts'

test.each([
  ['', ['licenses', 'gitignores']],
  ['docs/', ['licenses', 'gitignores']],
  ['LICENSE', ['licenses']],
  ['docs/license.md', ['licenses']],
  ['COPYING', ['licenses']],
  ['src/.gitignore', ['gitignores']],
  ['src/license.ts', []],
  ['a.gitignore', []],
] as const)('%s is offered templates of %j', (path, kinds) => {
  expect(templateKindsFor(path)).toEqual(kinds)
})
