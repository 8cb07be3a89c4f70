import { useState } from 'react'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Tabs } from '#web/ui/layout/Tabs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { CodeEditor } from './CodeEditor.tsx'

const ChangePreview = onDemand(() => import('./ChangePreview.tsx').then(module => module.ChangePreview), {
  holdsKeys: false,
})

interface FileTabsProps {
  /** Another one starts another editor; `path` may change while it is typed. */
  readonly file: string
  readonly path: string
  readonly label: string
  /** The text on the branch. */
  readonly saved: string
  readonly text: string
  readonly onText: (text: string) => void
}

/** The text of a file in an editor, and its changes. */
export function FileTabs({ file, path, label, saved, text, onText }: FileTabsProps) {
  const [view, setView] = useState('edit')
  return (
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
        <FormField label={label}>
          <CodeEditor key={file} path={path} value={text} onValue={onText} autoFocus />
        </FormField>
      ) : (
        <ChangePreview path={path} before={saved} after={text} />
      )}
    </Tabs>
  )
}
