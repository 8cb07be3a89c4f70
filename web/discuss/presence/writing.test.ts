import { expect, test } from 'vitest'
import { writingSentence } from './writing.ts'

test('a line tells who is writing, whatever their number', () => {
  expect(writingSentence([])).toBe('')
  expect(writingSentence(['Mina'])).toBe('Mina is typing…')
  expect(writingSentence(['Mina', 'Dan'])).toBe('Mina and Dan are typing…')
  expect(writingSentence(['Mina', 'Dan', 'Olga'])).toBe('Several people are typing…')
})
