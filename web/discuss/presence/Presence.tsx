import type { FormEvent } from 'react'
import { noteWriting, type Present, stopWriting } from '#web/api/live/presence.ts'
import styles from './Presence.module.css'
import { writingSentence } from './writing.ts'

/** The users who are writing at the moment. The line keeps its place, so that nothing moves when one begins. */
export function WritingLine({ people }: { readonly people: readonly Present[] }) {
  return (
    <p className={styles.writing} aria-live="polite">
      {writingSentence(people.filter(person => person.is_writing).map(person => person.name))}
    </p>
  )
}

/** Report the writing below an element. Internal notes are not reported. */
export const writingOn = (topic: string) => ({
  onInput: ({ target }: FormEvent<HTMLElement>) => {
    if (!(target instanceof HTMLTextAreaElement) || target.closest('[data-internal]') !== null) return
    if (target.value === '') stopWriting(topic)
    else noteWriting(topic)
  },
})
