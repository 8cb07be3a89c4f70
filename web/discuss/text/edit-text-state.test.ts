import { expect, test } from 'vitest'
import { editTextState } from './edit-text-state.ts'

const clean = { text: 'One', base: 'One', saved: 'One', isUploading: false }

test('NOTE-034 a text that another user saved meanwhile conflicts with the own one', () => {
  expect(editTextState(clean)).toEqual({ isDirty: false, isBehind: false, isConflict: false, canSave: true })
  const mine = { ...clean, text: 'Mine' }
  expect(editTextState(mine)).toMatchObject({ isDirty: true, isConflict: false })
  expect(editTextState({ ...mine, saved: 'Theirs' })).toMatchObject({
    isDirty: true,
    isBehind: false,
    isConflict: true,
  })
  // Merged or kept it is begun on what is saved, until they save again.
  expect(editTextState({ ...mine, base: 'Theirs', saved: 'Theirs' }).isConflict).toBe(false)
  expect(editTextState({ ...mine, base: 'Theirs', saved: 'Theirs again' }).isConflict).toBe(true)
})

test('an unchanged box follows the saved text, and the same words from two users are no conflict', () => {
  expect(editTextState({ ...clean, saved: 'Theirs' })).toMatchObject({ isBehind: true, isConflict: false })
  expect(editTextState({ ...clean, text: 'Same', saved: 'Same' })).toMatchObject({ isBehind: false, isConflict: false })
})

test('nothing is saved without words, nor while a file is on its way', () => {
  expect(editTextState({ ...clean, text: ' \n' }).canSave).toBe(false)
  expect(editTextState({ ...clean, text: 'Mine', isUploading: true }).canSave).toBe(false)
})
