import { PaperclipIcon } from '@primer/octicons-react'
import { useRef } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'

interface AttachButtonProps {
  readonly disabled: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Choose files for the text. @source FORM-007 */
export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        icon={<PaperclipIcon />}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        Attach files
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Attach files"
        onChange={event => {
          if (event.target.files) onFiles([...event.target.files])
          event.target.value = ''
        }}
      />
    </>
  )
}
