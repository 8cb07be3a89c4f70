import { useState } from 'react'
import type { KeptText } from '#web/api/unsent-texts/kept-text.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Tabs } from '#web/ui/layout/Tabs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { CodeEditor } from '../edit/CodeEditor.tsx'
import { whyNoEdit } from '../edit/why-no-edit.ts'
import type { IdeData } from '../shapes.ts'
import { nameOf } from '../shared/addresses.ts'
import styles from './IdePage.module.css'

const ChangePreview = onDemand(() => import('../edit/ChangePreview.tsx').then(module => module.ChangePreview), {
  holdsKeys: false,
})

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
  const [view, setView] = useState('edit')
  const noEdit = blob === null ? null : whyNoEdit(blob)
  if (noEdit !== null)
    return (
      <EmptyState title={nameOf(path)} size="s">
        {noEdit}
      </EmptyState>
    )
  return (
    <div className={styles.file}>
      <Tabs
        label="File"
        tabs={[
          { key: 'edit', label: 'Edit' },
          { key: 'preview', label: 'Preview changes' },
        ]}
        active={view}
        onActive={setView}
      >
        {view === 'edit' ? (
          <FormField label={path}>
            <CodeEditor key={path} path={path} value={kept.text} onValue={kept.setText} autoFocus />
          </FormField>
        ) : (
          <ChangePreview path={path} before={saved} after={kept.text} />
        )}
      </Tabs>
    </div>
  )
}
