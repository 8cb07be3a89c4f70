import { useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'

export interface PathDialogProps {
  readonly title: string
  readonly submit: string
  readonly start: string
  readonly hint: string
  /** @throws CallError  why the path is refused */
  readonly onSubmit: (path: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the path of a new file, or the new one of a file or folder. */
export function PathDialog({ title, submit, start, hint, onSubmit, onClose }: PathDialogProps) {
  const [path, setPath] = useState(start)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send() {
    const wanted = path.trim().replace(/^\/+|\/+$/g, '')
    if (wanted === '' || path.endsWith('/')) return setError('Enter a path that ends with a name.')
    if (wanted === start) return onClose()
    setBusy(true)
    try {
      await onSubmit(wanted)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setError(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormDialog title={title} submit={submit} busy={isBusy} onSubmit={() => void send()} onClose={onClose}>
      <FormField label="Path" required hint={hint} error={error}>
        <TextInput
          code
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={path}
          onValue={value => {
            setPath(value)
            setError(null)
          }}
        />
      </FormField>
    </FormDialog>
  )
}
