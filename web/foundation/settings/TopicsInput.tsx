import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { listTopics } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { isKey } from '#web/ui/actions/keys.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { useId } from '#web/ui/use-id.tsx'
import styles from './TopicsInput.module.css'

interface TopicsInputProps {
  readonly topics: readonly string[]
  readonly onTopics: (topics: readonly string[]) => void
}

/** Words as chips: Enter or a comma ends one, Backspace at the start takes the last one back. Existing topics are suggested. */
export function TopicsInput({ topics, onTopics }: TopicsInputProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useDebouncedState('')
  const list = useId()
  const { data: known } = useReading(
    listTopics,
    { perPage: 10, search: asked },
    { enabled: asked !== '', keepPrevious: true },
  )
  const isTaken = (word: string) => topics.some(topic => topic.toLowerCase() === word.toLowerCase())

  function add(text: string) {
    const words = text
      .split(',')
      .map(word => word.trim())
      .filter(word => word !== '' && !isTaken(word))
    if (words.length > 0) onTopics([...topics, ...new Set(words)])
    setTyped('')
  }

  return (
    <Stack gap={2}>
      {topics.length > 0 && (
        <ul className={styles.chips}>
          {topics.map(topic => (
            <li key={topic} className={styles.chip}>
              {topic}
              <button
                type="button"
                aria-label={`Remove ${topic}`}
                onClick={() => onTopics(topics.filter(each => each !== topic))}
              >
                <XIcon size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        value={typed}
        list={list}
        autoComplete="off"
        onChange={event => {
          const { value } = event.target
          if (value.includes(',')) add(value)
          else setTyped(value)
          setAsked(value.trim())
        }}
        onBlur={() => add(typed)}
        onKeyDown={event => {
          if (isKey(event, 'Enter') && typed.trim() !== '') {
            event.preventDefault()
            add(typed)
          } else if (event.key === 'Backspace' && typed === '') onTopics(topics.slice(0, -1))
        }}
      />
      <datalist id={list}>
        {(known ?? [])
          .filter(each => !isTaken(each.name))
          .map(each => (
            <option key={each.id} value={each.name}>
              {each.title}
            </option>
          ))}
      </datalist>
    </Stack>
  )
}
