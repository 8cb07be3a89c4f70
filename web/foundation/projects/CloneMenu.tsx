import { TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import styles from './CloneMenu.module.css'

interface CloneMenuProps {
  readonly url: string
  /** Null where the server has no SSH port. */
  readonly sshUrl: string | null
}

export function CloneMenu({ url, sshUrl }: CloneMenuProps) {
  return (
    <Popover
      label="Clone"
      placement="bottom-end"
      trigger={
        <Button variant="primary" trailing={<TriangleDownIcon />}>
          Clone
        </Button>
      }
    >
      {() => (
        <div className={styles.popup}>
          <FormField label="Clone with HTTP">
            <TextInput
              code
              readOnly
              value={url}
              onFocus={event => event.target.select()}
              trailing={<CopyButton text={url} label="Copy URL" />}
            />
          </FormField>
          {sshUrl !== null && (
            <FormField label="Clone with SSH">
              <TextInput
                code
                readOnly
                value={sshUrl}
                onFocus={event => event.target.select()}
                trailing={<CopyButton text={sshUrl} label="Copy SSH URL" />}
              />
            </FormField>
          )}
          <FormField label="Command line">
            <TextInput
              code
              readOnly
              value={`git clone ${url}`}
              onFocus={event => event.target.select()}
              trailing={<CopyButton text={`git clone ${url}`} label="Copy command" />}
            />
          </FormField>
        </div>
      )}
    </Popover>
  )
}
