import { expect, test } from 'vitest'
import { writingSentence } from './writing.ts'

test('a line tells who is writing, whatever their number', () => {
  expect(writingSentence([])).toBe('')
  expect(writingSentence(['Mina'])).toBe('Mina is writing…')
  expect(writingSentence(['Mina', 'Dan'])).toBe('Mina and Dan are writing…')
  expect(writingSentence(['Mina', 'Dan', 'Olga'])).toBe('Several people are writing…')
})
