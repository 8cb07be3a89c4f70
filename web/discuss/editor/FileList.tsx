import { AlertIcon, XIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import styles from './FileList.module.css'
import type { FileOnItsWay, Uploads } from './uploads.ts'

/** The files that are being uploaded into the text, and the failed ones. */
export function FileList({ uploads }: { readonly uploads: Uploads }) {
  if (uploads.files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files">
      {uploads.files.map(file => (
        <li key={file.key} className={styles.file} data-failed={file.error !== null || undefined}>
          <FileLine file={file} uploads={uploads} />
        </li>
      ))}
    </ul>
  )
}

function FileLine({ file, uploads }: { readonly file: FileOnItsWay; readonly uploads: Uploads }) {
  if (file.error !== null) {
    return (
      <>
        <AlertIcon />
        <span className={styles.name} role="alert">
          <strong>{file.name}</strong> {file.error}
        </span>
        <Button size="s" onClick={() => uploads.retry(file.key)}>
          Retry
        </Button>
        <IconButton label={`Dismiss ${file.name}`} icon={<XIcon />} size="s" onClick={() => uploads.drop(file.key)} />
      </>
    )
  }
  return (
    <>
      <span className={styles.name}>{file.name}</span>
      <span className={styles.progress}>
        <ProgressBar
          label={`Uploading ${file.name}`}
          value={file.progress === null ? null : Math.round(file.progress * 100)}
        />
      </span>
      <IconButton label={`Cancel ${file.name}`} icon={<XIcon />} size="s" onClick={() => uploads.drop(file.key)} />
    </>
  )
}
