import { UploadIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Avatar, type AvatarPerson } from '#web/ui/people/Avatar.tsx'
import hidden from '#web/ui/text/VisuallyHidden.module.css'
import { useId } from '#web/ui/use-id.tsx'
import styles from './AvatarField.module.css'

interface AvatarFieldProps {
  readonly owner: AvatarPerson
  readonly shape?: 'round' | 'square'
  readonly busy: boolean
  readonly error: string | null
  readonly onSave: (file: File) => void
  /** Absent where there is no avatar to remove. */
  readonly onRemove?: (() => void) | undefined
}

const limitBytes = 1024 * 1024
const accepted = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** An avatar, chosen or dropped, seen before it is saved. */
export function AvatarField({ owner, shape = 'round', busy, error, onSave, onRemove }: AvatarFieldProps) {
  const [chosen, setChosen] = useState<{ readonly file: File; readonly url: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // The address of a local file lives until it is given back to the browser.
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])

  function choose(file: File | undefined) {
    setOver(false)
    if (file === undefined) return
    const wrong = problemOf(file)
    setProblem(wrong)
    setChosen(wrong === null ? { file, url: URL.createObjectURL(file) } : null)
    if (input.current) input.current.value = ''
  }

  const said = problem ?? error
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the second way, the button the first
    <div
      className={styles.field}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        choose(event.dataTransfer.files[0])
      }}
    >
      <Avatar {...owner} avatarUrl={chosen?.url ?? owner.avatarUrl ?? null} sizePx={96} shape={shape} named={false} />
      <div className={styles.words}>
        <div className={styles.actions}>
          {chosen === null ? (
            <>
              <Button icon={<UploadIcon />} onClick={() => input.current?.click()}>
                Choose image
              </Button>
              {onRemove && (
                <Button variant="quiet" busy={busy} onClick={onRemove}>
                  Remove avatar
                </Button>
              )}
            </>
          ) : (
            <>
              <Button variant="primary" busy={busy} onClick={() => onSave(chosen.file)}>
                Save avatar
              </Button>
              <Button variant="quiet" disabled={busy} onClick={() => setChosen(null)}>
                Cancel
              </Button>
            </>
          )}
        </div>
        <p id={id} className={styles.hint} role={said ? 'alert' : undefined} data-error={said ? true : undefined}>
          {said ?? 'PNG, JPEG, GIF or WebP, up to 1 MiB. Choose an image or drop one here.'}
        </p>
        <input
          ref={input}
          type="file"
          accept={accepted.join(',')}
          aria-label="Avatar"
          aria-describedby={id}
          className={hidden.hidden}
          tabIndex={-1}
          onChange={event => choose(event.target.files?.[0])}
        />
      </div>
    </div>
  )
}

function problemOf(file: File): string | null {
  if (!accepted.includes(file.type)) return `${file.name} is not a PNG, JPEG, GIF or WebP image.`
  return file.size > limitBytes ? `${file.name} is larger than 1 MiB.` : null
}
