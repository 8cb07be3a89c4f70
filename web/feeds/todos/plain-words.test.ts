import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test.each([
  ['Well, **look** at `heddle.ts`:\n\n> as seen\n\n1. wind\n2. wait', 'Well, look at heddle.ts: as seen wind wait'],
  ['# Title\n- [x] done\n- ~~not~~', 'Title done not'],
  ['see [the plan](https://x.test/a) and ![plan](/uploads/a.png)', 'see the plan and plan'],
  ['snake_case and 2 * 3 > 5', 'snake_case and 2 * 3 > 5'],
])('%j reads as %j', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words)
})
