import { afterEach, expect, test } from 'vitest'
import { dismissToast, dismissToasts, shownToasts, showToast, undoLast } from './toasts.ts'

afterEach(() => {
  for (const toast of shownToasts()) dismissToast(toast.id)
})

test('one message tells of one cause, however often it comes back', () => {
  showToast('The changes could not be loaded.', { tone: 'danger' })
  showToast('Link copied')
  showToast('The changes could not be loaded.', { tone: 'danger' })
  expect(shownToasts().map(toast => toast.text)).toEqual(['Link copied', 'The changes could not be loaded.'])
})

test('failures of one kind are one message that counts them', () => {
  for (let number = 1; number <= 10; number += 1) showToast(`Could not move #${number}.`, { tone: 'danger' })
  showToast('Could not move the card.', { tone: 'danger' })
  expect(shownToasts().map(({ text, more }) => [text, more])).toEqual([
    ['Could not move #10.', 9],
    ['Could not move the card.', 0],
  ])
})

test('a failure that is over is told of no longer', () => {
  showToast('The changes could not be loaded.', { tone: 'danger' })
  showToast('Saved', { cause: 'save' })
  showToast('Saved once more', { cause: 'save' })
  dismissToasts('The changes could not be loaded.')
  expect(shownToasts().map(toast => toast.text)).toEqual(['Saved once more'])
})

test('two changes of the same kind can both be taken back', () => {
  const taken: string[] = []
  for (const title of ['First', 'Second']) showToast('Marked as done', { undo: () => taken.push(title) })
  for (const toast of shownToasts()) toast.action?.run()
  expect(taken).toEqual(['First', 'Second'])
})

test('the last changes are undone one after the other, each once, also when their toasts are gone', () => {
  const taken: string[] = []
  for (const title of ['First', 'Second', 'Third']) showToast('Closed', { undo: () => taken.push(title) })
  shownToasts().at(-1)?.action?.run()
  for (const toast of shownToasts()) dismissToast(toast.id)
  undoLast()
  undoLast()
  undoLast()
  expect(taken).toEqual(['Third', 'Second', 'First'])
})
