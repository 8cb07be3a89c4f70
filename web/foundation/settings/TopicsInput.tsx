import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { isKey } from '#web/ui/actions/keys.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import styles from './TopicsInput.module.css'

interface TopicsInputProps {
  readonly topics: readonly string[]
  readonly onTopics: (topics: readonly string[]) => void
}

/** Words as chips: Enter or a comma ends one, Backspace at the start takes the last one back. */
export function TopicsInput({ topics, onTopics }: TopicsInputProps) {
  const [typed, setTyped] = useState('')

  function add(text: string) {
    const words = text
      .split(',')
      .map(word => word.trim())
      .filter(word => word !== '' && !topics.includes(word))
    if (words.length > 0) onTopics([...topics, ...new Set(words)])
    setTyped('')
  }

  return (
    <div className={styles.topics}>
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
        onChange={event => (event.target.value.includes(',') ? add(event.target.value) : setTyped(event.target.value))}
        onBlur={() => add(typed)}
        onKeyDown={event => {
          if (isKey(event, 'Enter') && typed.trim() !== '') {
            event.preventDefault()
            add(typed)
          } else if (event.key === 'Backspace' && typed === '') onTopics(topics.slice(0, -1))
        }}
      />
    </div>
  )
}
