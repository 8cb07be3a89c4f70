import { UploadIcon } from '@primer/octicons-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { useId } from '../use-id.tsx'
import styles from './DropZone.module.css'

interface DropZoneProps {
  /** The invitation to drop: "Drop files or folders here". */
  readonly say: string
  /** The label of the button that opens the browser's own dialog. */
  readonly button: string
  /** Endings of names, joined by commas. */
  readonly accept?: string
  readonly multiple?: boolean
  readonly onChosen: (files: readonly File[]) => void
  /** Receives the dropped data: read it before the event is over. */
  readonly onDropped: (dropped: DataTransfer) => void
}

/** An area that takes files of this device, dropped or chosen. */
export function DropZone({ say, button, accept, multiple = false, onChosen, onDropped }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onDropped(event.dataTransfer)
  }

  return (
    <section
      aria-labelledby={id}
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={event => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      <span className={styles.icon}>
        <UploadIcon size={24} />
      </span>
      <p id={id} className={styles.say}>
        {say}
      </p>
      <Button onClick={() => input.current?.click()}>{button}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={button}
        multiple={multiple}
        {...(accept === undefined ? {} : { accept })}
        onChange={event => {
          onChosen(Array.from(event.target.files ?? []))
          event.target.value = ''
        }}
      />
    </section>
  )
}
