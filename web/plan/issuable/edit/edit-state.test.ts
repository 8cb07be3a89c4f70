import { expect, test } from 'vitest'
import { type EditParts, editState } from './edit-state.ts'

const saved = { title: 'Loom', description: 'One', lockVersion: 4, type: 'issue' } as const
const clean: EditParts = {
  saved,
  title: { text: 'Loom', base: 'Loom', baseVersion: 4 },
  description: { text: 'One', base: 'One', baseVersion: 4 },
  wantedType: 'issue',
  issuableTemplates: null,
  save: { isPending: false, isSuccess: false, refusedVersion: null },
  isUploading: false,
}
const written = { text: 'Mine', base: 'One', baseVersion: 4 }

test('EDIT-025 the state of the form holds texts, version, warning, saving and templates', () => {
  expect(editState({ ...clean, issuableTemplates: ['Bug'], save: { ...clean.save, isPending: true } })).toEqual({
    title: 'Loom',
    description: 'One',
    lockVersion: 4,
    lockedWarning: null,
    updateLoading: true,
    issuableTemplates: ['Bug'],
    isTypeDirty: false,
    isDirty: false,
    isBehind: false,
    canSave: false,
  })
})

test('SIDE-015 EDIT-023 ISSUE-030 another type than the saved one is dirty', () => {
  expect(editState(clean).isTypeDirty).toBe(false)
  expect(editState({ ...clean, wantedType: 'incident' }).isTypeDirty).toBe(true)
})

test('EDIT-010 EDIT-011 nothing is saved twice at once, nor without a title', () => {
  expect(editState(clean).canSave).toBe(true)
  expect(editState({ ...clean, save: { ...clean.save, isPending: true } }).canSave).toBe(false)
  expect(editState({ ...clean, title: { ...clean.title, text: ' \t ' } }).canSave).toBe(false)
})

test('EDIT-016 a form with changes warns of a text that another user saved meanwhile', () => {
  const theirs = { ...saved, description: 'Theirs', lockVersion: 5 }
  expect(editState({ ...clean, saved: theirs, description: written })).toMatchObject({
    lockedWarning: 'now',
    lockVersion: 4,
    isBehind: false,
  })
  // With nothing written the form shows what they saved.
  expect(editState({ ...clean, saved: theirs })).toMatchObject({ lockedWarning: null, lockVersion: 5, isBehind: true })
  // A text saved by the user is not a change by others.
  const own = { ...clean.save, isSuccess: true }
  expect(editState({ ...clean, saved: theirs, description: written, save: own }).lockedWarning).toBeNull()
})

test('EDIT-017 a draft of an older version is warned of, even where the texts are what they were', () => {
  const older = { ...saved, lockVersion: 6 }
  expect(editState({ ...clean, saved: older, description: written })).toMatchObject({
    lockedWarning: 'draft',
    lockVersion: 4,
  })
})

test('EDIT-016 a refused save is warned of until one writes on the newer version, even when its answer comes later', () => {
  const refused = { ...clean.save, refusedVersion: 4 }
  expect(editState({ ...clean, description: written, save: refused }).lockedWarning).toBe('now')
  const theirs = { ...saved, description: 'Theirs', lockVersion: 5 }
  const kept = {
    saved: theirs,
    title: { ...clean.title, baseVersion: 5 },
    description: { text: 'Mine', base: 'Theirs', baseVersion: 5 },
  }
  expect(editState({ ...clean, ...kept, save: refused }).lockedWarning).toBeNull()
})
