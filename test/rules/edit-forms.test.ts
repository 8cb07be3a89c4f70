import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../../web')

/** Forms that save without a draft of their own, and the reason why they overwrite no change of others. */
const others: Readonly<Record<string, string>> = {
  'code/merge-requests/page/MergeTimeDialog.tsx': 'has one field, which it was opened to change',
  'foundation/custom-attributes/CustomAttributes.tsx': 'sets one value by its key',
  'plan/on-call/NoteDialog.tsx': 'has one text, which `useFollowSaved` compares with the saved one',
  'foundation/settings/SettingsForm.tsx': 'saves the drafts of the cards that it surrounds',
}

const isForm = (text: string): boolean => /<(?:Form|FormDialog|SettingsForm)\b/.test(text)
/** "Save rule", "Save changes": the form changes what there is already. */
const saves = (text: string): boolean => /['"`>]Save\b/.test(text)
/** The hook that keeps what was changed apart from what is saved. */
const hasDraft = (text: string): boolean =>
  /\buse(?:Kept)?Draft\b[^']*'#web\/ui\/forms\/(?:kept-)?draft\.ts'/.test(text)

test('a form that saves a record sends only what was changed in it: it has a draft', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'))
  const forms = files
    .map(file => ({ file, text: readFileSync(join(web, file), 'utf8') }))
    .filter(({ text }) => isForm(text) && saves(text))
  expect(forms.length).toBeGreaterThan(20)
  const without = forms.filter(({ text }) => !hasDraft(text)).map(({ file }) => file)
  expect(without.toSorted()).toEqual(Object.keys(others).toSorted())
})

test('a form with a draft of a saved record tells the server what stood in the changed fields', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'))
  const silent = files.filter(file => {
    const text = readFileSync(join(web, file), 'utf8')
    return hasDraft(text) && !/\bisNew: true\b|\bexpected\b|partOf\(/.test(text)
  })
  expect(silent).toEqual([])
})
