import type { KeptText } from '#web/api/unsent-texts/kept-text.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ExecutableField } from '../edit/ExecutableField.tsx'
import { executableOf } from '../edit/executable.ts'
import { FileTabs } from '../edit/FileTabs.tsx'
import { whyNoEdit } from '../edit/why-no-edit.ts'
import type { IdeData } from '../shapes.ts'
import { nameOf } from '../shared/addresses.ts'
import styles from './IdePage.module.css'

interface FileEditorProps {
  /** The path that it is to have. */
  readonly path: string
  /** Null for a new file. */
  readonly blob: IdeData['blob']
  readonly saved: string
  readonly kept: KeptText
}

/** One file of the branch, or a new one: its text, and what changes in it. */
export function FileEditor({ path, blob, saved, kept }: FileEditorProps) {
  const noEdit = blob === null ? null : whyNoEdit(blob)
  const wasExecutable = executableOf(blob)
  const mode = wasExecutable !== null && (
    <ExecutableField
      saved={wasExecutable}
      value={kept.fields.executable ?? null}
      onValue={executable => kept.setFields({ executable })}
    />
  )
  if (noEdit !== null)
    return (
      <div className={styles.file}>
        {mode}
        <EmptyState title={nameOf(path)} size="s">
          {noEdit}
        </EmptyState>
      </div>
    )
  return (
    <div className={styles.file}>
      {mode}
      <FileTabs file={path} path={path} label={path} saved={saved} text={kept.text} onText={kept.setText} />
    </div>
  )
}
