import { type FormEvent, useRef, useState } from 'react'
import { useCall } from '#web/plan/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './BoardList.module.css'
import { boardReadings, createCard } from './calls.ts'
import { listTitle } from './messages.ts'
import type { BoardData, BoardListData, BoardPageData } from './shapes.ts'

interface NewCardFormProps {
  readonly namespace: BoardPageData['namespace']
  readonly board: BoardData
  readonly list: BoardListData
  readonly onClose: () => void
}

/** A new issue with what its list is about. It stays open for the next one. */
export function NewCardForm({ namespace, board, list, onClose }: NewCardFormProps) {
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const create = useCall((text: string): Promise<void> => createCard(namespace, board, list, text), {
    refreshes: boardReadings,
    onSuccess: () => {
      setTitle('')
      input.current?.focus()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const text = title.trim()
    if (text !== '' && !create.isPending) create.mutate(text)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {create.error && <Banner tone="danger">{create.error.message}</Banner>}
      <TextInput
        ref={input}
        autoFocus
        aria-label={`Title of the new issue in ${listTitle(list)}`}
        placeholder="Title"
        maxLength={255}
        value={title}
        onValue={setTitle}
        onKeyDown={event => event.key === 'Escape' && onClose()}
      />
      <div className={styles.buttons}>
        <Button size="s" variant="primary" type="submit" busy={create.isPending} disabled={title.trim() === ''}>
          Create issue
        </Button>
        <Button size="s" variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}
