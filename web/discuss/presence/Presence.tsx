import type { FormEvent } from 'react'
import { noteWriting, type Present, stopWriting } from '#web/api/live/presence.ts'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import styles from './Presence.module.css'
import { writingSentence } from './writing.ts'

interface PresenceProps {
  readonly people: readonly Present[]
}

/** The other users who have the noteable open. */
export function PresentPeople({ people }: PresenceProps) {
  const shown = people.map(({ id, username, name, avatar_url: avatarUrl }) => ({ id, username, name, avatarUrl }))
  return <AvatarStack label="Also viewing" people={shown} most={4} sizePx={20} />
}

/** The users who are writing at the moment. The line keeps its place, so that nothing moves when one begins. */
export function WritingLine({ people }: PresenceProps) {
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
