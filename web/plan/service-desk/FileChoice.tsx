import { AlertFillIcon, FileIcon, PaperclipIcon, XIcon } from '@primer/octicons-react'
import { type DragEvent, useRef, useState } from 'react'
import { serviceDeskLimits as limits } from '#contract/plan/service-desk/service-desk-limits.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { describeSize } from '#web/ui/text/size.ts'
import styles from './FileChoice.module.css'
import type { ChosenFiles } from './files.ts'

/** The files that go with a message, chosen, dropped or pasted. */
export function FileChoice({ chosen }: { readonly chosen: ChosenFiles }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    chosen.add([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Files"
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
      <p className={styles.line}>
        <Button icon={<PaperclipIcon />} onClick={() => input.current?.click()}>
          Attach files
        </Button>
        <span className={styles.note}>
          Or drop them here. Up to {limits.files} files of {limits.fileMebibytes} MiB each.
        </span>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Attach files"
        onChange={event => {
          chosen.add(Array.from(event.target.files ?? []))
          event.target.value = ''
        }}
      />
      <div aria-live="polite" className={styles.live}>
        {chosen.problem !== null && (
          <p className={styles.problem}>
            <AlertFillIcon size={12} /> {chosen.problem}
          </p>
        )}
      </div>
      {chosen.files.length > 0 && (
        <ul aria-label="Attached files" className={styles.files}>
          {chosen.files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice.
            <li key={index} className={styles.file}>
              <FileIcon />
              <bdi className={styles.name}>{file.name}</bdi>
              <span className={styles.note}>{describeSize(file.size)}</span>
              <IconButton size="s" label={`Remove ${file.name}`} icon={<XIcon />} onClick={() => chosen.remove(file)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
