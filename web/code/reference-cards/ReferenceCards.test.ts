import { expect, test } from 'vitest'
import { delayMs } from './ReferenceCards.tsx'

test('MR-003 the card of a reference opens after the pointer has rested on it for 200 ms', () => {
  expect(delayMs).toBe(200)
})
